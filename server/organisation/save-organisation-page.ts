import type { Actor } from '#contract/users/users.policy.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import type { Db } from '#server/db/database.ts'
import { keepFiles } from '#server/files/keep-files.ts'
import { saveOrganisationText } from '#server/organisation/organisation.repo.ts'

/** Sets the text of a page of the organisation section. */
export const saveOrganisationPage = (db: Db, actor: Actor, number: number, html: string) =>
  db.transaction(async (tx) => {
    const content = cleanHtml(html, 'organisation')
    await saveOrganisationText(tx, { number, content, updated_by: actor.id })
    await keepFiles(tx, actor, { owner: 'organisation-page', id: number }, { texts: [content] })
  })
