import { demoAccounts } from '#demo/accounts.ts'
import { people } from '#demo/content/people.ts'
import { projects } from '#demo/content/projects.ts'
import { insertConsents } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersions } from '#server/documents/documents.table.ts'
import { hoursAgo } from '#server/tasks/tasks.factory.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

/**
 * The consents of the demo school's people: everybody's when they came, and those of publishers before their first
 * publication. The accounts that visitors sign in as have both, so that they can publish at once.
 */
export const buildDemoConsents = async (tx: Db, ids: DemoIds) => {
  const days = (key: string) =>
    projects.filter(({ authors, status }) => authors.includes(key) && status !== 'draft').map(({ daysAgo }) => daysAgo)
  const given = people.flatMap(({ key, email }, index) => {
    const of = { user_id: idOf(ids.users, key), version: 1, address: `192.0.2.${index + 10}` }
    const published = Math.max(demoAccounts.some((account) => account.email === email) ? 30 : 0, ...days(key))
    const came = Math.max(120 - index, published + 1)
    return [
      { ...of, document: 'personal-data' as const, given_at: hoursAgo(came * 24) },
      ...(published > 0 ? [{ ...of, document: 'publication' as const, given_at: hoursAgo(published * 24) }] : []),
    ]
  })
  // the texts came first: nobody agrees to an unwritten text
  await tx.update(documentVersions).set({ published_at: hoursAgo(3 * 365 * 24) })
  // newest last, as in a journal that was kept day by day
  await insertConsents(
    tx,
    given.toSorted((a, b) => a.given_at.localeCompare(b.given_at)),
  )
}
