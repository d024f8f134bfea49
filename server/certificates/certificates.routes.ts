import { create as disposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { certificatesApi } from '#contract/certificates/certificates.api.ts'
import { canListCertificates } from '#contract/certificates/certificates.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { loadCertificateFile } from '#server/certificates/certificate-file.ts'
import { certificatePage } from '#server/certificates/certificates.pages.ts'
import { listCertificates, listFinishers, withdrawCertificate } from '#server/certificates/certificates.repo.ts'
import { issueCertificates } from '#server/certificates/issue-certificates.ts'
import {
  loadCertificate,
  presentCertificateFor,
  presentOwnCertificate,
} from '#server/certificates/present-certificate.ts'
import { replaceCertificate } from '#server/certificates/replace-certificate.ts'
import { findEditableCourse } from '#server/courses/course-access.ts'
import type { Deps } from '#server/deps.ts'
import { hasAlready } from '#server/http/has-already.ts'
import { authorize, found, Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { servePage } from '#server/http/serve-page.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** They may have finished it before there were certificates. */
const anyFinisher = { userIds: null, archived: true }

const isWithdrawn = 'Этот сертификат уже отозван.'

export const certificatesRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db } = deps

  servePage(app, 'certificates.show', certificatePage)

  route(app, certificatesApi.ofUser, async ({ params, actor }) => {
    const user = found(await findVisibleUser(db, actor, params.id))
    authorize(canListCertificates(actor, user))
    return { certificates: (await listCertificates(db, user.id)).map(presentOwnCertificate) }
  })

  route(app, certificatesApi.get, async ({ params, actor }) => ({
    certificate: presentCertificateFor(actor, found(await loadCertificate(db, params.number))),
  }))

  route(app, certificatesApi.file, async ({ params, request, reply }) => {
    const certificate = found(await loadCertificate(db, params.number))
    if (certificate.withdrawn_at !== null) throw new Refusal('wrong-state', { detail: isWithdrawn })
    const { tag, bytes } = await loadCertificateFile(deps, certificate)
    const etag = `"${tag}"`
    // asked each time, since it may be withdrawn
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
    if (hasAlready(request, etag)) return void (await reply.code(304).send())
    await reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': disposition(`Сертификат ${certificate.number}.pdf`, { type: 'inline' }),
      })
      .send(await bytes())
  })

  route(app, certificatesApi.withdraw, async ({ params, actor, body }) => {
    const certificate = found(await loadCertificate(db, params.number))
    const { reason } = body()
    const withdrawn = await db.transaction(async (tx) => {
      const object = { kind: 'certificate' as const, id: certificate.number }
      await addAuditEntry(tx, { actor, kind: 'certificate-withdrawn', object })
      const row = await withdrawCertificate(tx, certificate.number, { user_id: actor.id, reason })
      if (!row) throw new Refusal('wrong-state', { detail: isWithdrawn })
      return row
    })
    return { certificate: presentOwnCertificate(withdrawn) }
  })

  route(app, certificatesApi.replace, async ({ params, actor, body }) => {
    const certificate = found(await loadCertificate(db, params.number))
    const { name } = body()
    return {
      certificate: presentOwnCertificate(await replaceCertificate(db, certificate, { user_id: actor.id, name })),
    }
  })

  route(app, certificatesApi.missing, async ({ params, actor }) => {
    const { id } = await findEditableCourse(db, actor, params.id)
    return { users: (await listFinishers(db, id, anyFinisher)).map(presentPerson) }
  })

  route(app, certificatesApi.issue, async ({ params, actor }) => {
    const { id } = await findEditableCourse(db, actor, params.id)
    return { issued: await db.transaction((tx) => issueCertificates(tx, id, { ...anyFinisher, actor })) }
  })
}
