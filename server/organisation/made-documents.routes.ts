import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { madeDocumentsApi } from '#contract/organisation/made-documents.api.ts'
import { madeDocuments } from '#contract/organisation/made-documents.schema.ts'
import { signatureNumber } from '#contract/organisation/signature-number.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { findDocumentWithFiles } from '#server/organisation/organisation-documents.repo.ts'
import { presentDocument } from '#server/organisation/present-document.ts'
import { loadMadeDocuments, loadSignature } from '#server/organisation/present-made.ts'
import { drawPreview, signMadeDocument, usualPost } from '#server/organisation/sign-made-document.ts'
import { findUser } from '#server/users/users.repo.ts'

export const madeDocumentsRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps

  route(app, madeDocumentsApi.list, async ({ actor }) => {
    const [{ documents, last }, user] = await Promise.all([loadMadeDocuments(deps), findUser(db, actor.id)])
    // the post this person signed with before, or the one in their profile
    const post = last?.signed_by === actor.id ? last.signer_post : usualPost(found(user))
    return { documents, post, rules: last?.signature_rules ?? '' }
  })

  route(app, madeDocumentsApi.preview, async ({ params, reply }) => {
    const bytes = await drawPreview(deps, params.kind)
    await reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': disposition(`${madeDocuments[params.kind].title}, не подписано.pdf`, { type: 'inline' }),
      })
      .send(bytes)
  })

  route(app, madeDocumentsApi.sign, async ({ actor, body, request }) => {
    const id = await signMadeDocument(deps, actor, body(), request.ip)
    return { document: presentDocument(found(await findDocumentWithFiles(db, id))) }
  })

  route(app, madeDocumentsApi.signature, async ({ params }) => {
    const number = signatureNumber(params.number)
    return { signature: found(number === null ? null : await loadSignature(db, number)) }
  })
}
