import type { Handover } from '#contract/handovers/handovers.schema.ts'
import { listPeople } from '#server/cohorts/cohorts.repo.ts'
import type { Db } from '#server/db/database.ts'
import { movedOf } from '#server/handovers/hand-over.ts'
import type { HandoverRecord } from '#server/handovers/handovers.table.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** Handovers with the names of their receivers; an erased one is left out. */
export const presentHandovers = async (db: Db, rows: HandoverRecord[]): Promise<Handover[]> => {
  const people = await listPeople(db, [...new Set(rows.flatMap(({ to_ids }) => to_ids))])
  const personOf = new Map(people.map((person) => [person.id, presentPerson(person)]))
  return rows.map(({ id, to_ids, handed, until, created_at, ended_at }) => ({
    id,
    to: to_ids.flatMap((id) => personOf.get(id) ?? []),
    moved: movedOf(handed),
    until,
    created_at,
    ended_at,
  }))
}
