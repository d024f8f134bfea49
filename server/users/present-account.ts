import type { AccountRow } from '#contract/users/people-list.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { stateOf } from '#server/users/account-state.ts'
import type { listCohortsOfStudents, listUsers } from '#server/users/list-people.repo.ts'
import { presentRow } from '#server/users/present-profile.ts'

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
