import type { WaitingChild } from '#contract/consents/waiting-children.schema.ts'
import type { pageOfWaiting } from '#server/consents/consent-requests.repo.ts'
import type { Db } from '#server/db/database.ts'
import { listClassesOf } from '#server/family/family.repo.ts'
import { listGuardiansOf } from '#server/users/guardians.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** Presents children who wait, with their classes and parents: one query for all of each. */
export const presentWaiting = async (
  db: Db,
  rows: Awaited<ReturnType<typeof pageOfWaiting>>['rows'],
): Promise<WaitingChild[]> => {
  const ids = rows.map(({ person }) => person.id)
  const [classes, parents] = await Promise.all([listClassesOf(db, ids), listGuardiansOf(db, ids)])
  return rows.map(({ person, birth_date, since, sent_at, letters, can_remind }) => ({
    user: presentPerson(person),
    birth_date,
    classes: classes.flatMap(({ child_id, id, name }) => (child_id === person.id ? [{ id, name }] : [])),
    parents: parents.flatMap(({ child_id, name, email }) => (child_id === person.id ? [{ name, email }] : [])),
    since: since as string,
    sent_at,
    letters: letters ?? 0,
    can_remind,
  }))
}
