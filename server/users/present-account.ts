import type { AccountState } from '#contract/users/people-filter.ts'
import type { AccountRow } from '#contract/users/people-list.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { listCohortsOfStudents, listUsers } from '#server/users/list-people.repo.ts'
import { presentRow } from '#server/users/present-profile.ts'
import type { User } from '#server/users/users.table.ts'

type Facts = Pick<User, 'active' | 'awaits_parent_at' | 'password_hash'>

/** What keeps somebody from signing in; `active` when nothing does. */
export const stateOf = ({ active, awaits_parent_at, password_hash }: Facts, awaitsCurator: boolean): AccountState => {
  if (awaitsCurator) return 'awaits-curator'
  if (!active) return 'off'
  if (awaits_parent_at !== null) return 'awaits-parent'
  return password_hash === null ? 'no-password' : 'active'
}

type Listed = Awaited<ReturnType<typeof listUsers>>['rows'][number]

/** A row of the curators' list; `cohorts`: the classes of all its students. */
export const presentAccount = (
  actor: Actor,
  { user, visited_at, awaits_curator }: Listed,
  cohorts: Awaited<ReturnType<typeof listCohortsOfStudents>>,
): AccountRow => ({
  ...presentRow(actor, user),
  state: stateOf(user, awaits_curator),
  visited_at,
  cohorts: cohorts.filter(({ user_id }) => user_id === user.id).map(({ id, name }) => ({ id, name })),
})
