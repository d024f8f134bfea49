import { z } from 'zod'
import { Id, Moment, QueryId, Search } from '#contract/http/fields.ts'
import { maxPeople, type PeopleAct, peopleActs } from '#contract/users/people-acts.ts'
import { absenceSlugs, accountStateSlugs } from '#contract/users/people-filter.ts'
import { RoleSlug, UserRow } from '#contract/users/users.schema.ts'

export const AccountState = z.enum(accountStateSlugs, 'Такого состояния нет')
const Absence = z.enum(absenceSlugs, 'Такого срока нет')

/** What the list of people may be narrowed down to. */
export const peopleFilter = {
  /** Words of the name, the address or the login, typing errors forgiven. */
  search: Search,
  role: RoleSlug.optional(),
  /** Students of the class. */
  cohort_id: QueryId,
  /** Students of the course. */
  course_id: QueryId,
  state: AccountState.optional(),
  /** Min days without a visit, counted from the opening of the account before the first one. */
  visit: Absence.optional(),
}

/** A row of the curators' list. */
export const AccountRow = z.object({
  ...UserRow.shape,
  /** `active` only where nothing else is to be said. */
  state: AccountState,
  /** The last use of the site, within an hour; null before the first. */
  visited_at: Moment.nullable(),
  /** The classes of a student, by name. */
  cohorts: z.array(z.object({ id: Id, name: z.string() })),
})
export type AccountRow = z.infer<typeof AccountRow>

/** One act on many accounts. */
export const ActOnPeople = z.object({
  act: z.enum(Object.keys(peopleActs) as [PeopleAct, ...PeopleAct[]], 'Такого действия нет'),
  user_ids: z
    .array(Id)
    .min(1, 'Выберите хотя бы одного человека')
    .max(maxPeople, `Не больше ${maxPeople} человек за раз`),
})
