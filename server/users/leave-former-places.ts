import type { Actor } from '#contract/users/users.policy.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { addAuditEntries } from '#server/audit/audit.repo.ts'
import { insertLeavers } from '#server/courses/leavers.repo.ts'
import type { Db } from '#server/db/database.ts'
import { removeClassmates, removeLeaders, removeStudents, removeTeachers } from '#server/users/role-places.repo.ts'

type Places = { id: number; user_id: number }[]

const byThing = (places: Places) =>
  [...Map.groupBy(places, ({ id }) => id)]
    .map(([id, people]) => ({ id, user_ids: people.map(({ user_id }) => user_id) }))
    .toSorted((a, b) => a.id - b.id)

/**
 * Ends the places that people have lost with their role: a student teaches no course and leads no class; who belongs to
 * the staff takes no course, but stays in the journals with what they have handed in. Call it in the transaction that
 * has locked these classes and courses and handed over what needs a successor. `actor` is null for the provider. It
 * takes a constant number of statements.
 */
export const leaveFormerPlaces = async (tx: Db, actor: Actor | null, changed: { id: number; role: RoleSlug }[]) => {
  const idsOf = (isStudent: boolean) =>
    changed.flatMap(({ id, role }) => ((role === 'student') === isStudent ? [id] : []))
  const [students, staff] = [idsOf(true), idsOf(false)]
  const [taught, led] =
    students.length > 0 ? [await removeTeachers(tx, students), await removeLeaders(tx, students)] : [[], []]
  const [joined, taken] =
    staff.length > 0 ? [await removeClassmates(tx, staff), await removeStudents(tx, staff)] : [[], []]
  await insertLeavers(
    tx,
    taken.map(({ id, user_id }) => ({ course_id: id, user_id })),
  )
  const of = <Kind extends 'course' | 'cohort'>(kind: Kind, id: number) => ({ actor, object: { kind, id } })
  await addAuditEntries(tx, [
    ...byThing(taught).map(({ id, user_ids }) => ({
      ...of('course', id),
      kind: 'course-teachers' as const,
      before: { teachers: user_ids },
    })),
    ...byThing(taken).map(({ id, user_ids }) => ({
      ...of('course', id),
      kind: 'course-students' as const,
      before: { students: user_ids },
    })),
    ...byThing(led).map(({ id, user_ids }) => ({
      ...of('cohort', id),
      kind: 'cohort-changed' as const,
      before: { teachers: user_ids },
    })),
    ...byThing(joined).map(({ id, user_ids }) => ({
      ...of('cohort', id),
      kind: 'cohort-changed' as const,
      before: { students: user_ids },
    })),
  ])
}
