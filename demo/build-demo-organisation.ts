import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { organisationPages } from '#demo/content/organisation/organisation.ts'
import { people } from '#demo/content/people.ts'
import type { Db } from '#server/db/database.ts'
import { publishPage, saveDraft } from '#server/organisation/change-page.ts'
import { textOf } from './build-demo-files.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

/** Writes the organisation section as the curator does, page by page. */
export const buildDemoOrganisation = async (tx: Db, ids: DemoIds) => {
  const key = people.find(({ role }) => role === 'curator')?.key ?? ''
  const curator = { id: idOf(ids.users, key), role: 'curator' as const }
  for (const { number, content } of organisationPages) {
    const before = textOf(content, 'organisation', ids)
    await saveDraft(tx, curator, number, { content: { ...emptyContent, before }, revision: 0 })
    await publishPage(tx, curator, number, 1)
  }
}
