import type { AccountState } from '#contract/users/people-filter.ts'
import type { User } from '#server/users/users.table.ts'

type Facts = Pick<User, 'active' | 'awaits_parent_at' | 'password_hash'>

/** What keeps somebody from signing in; `active` when nothing does. */
export const stateOf = ({ active, awaits_parent_at, password_hash }: Facts, awaitsCurator: boolean): AccountState => {
  if (awaitsCurator) return 'awaits-curator'
  if (!active) return 'off'
  if (awaits_parent_at !== null) return 'awaits-parent'
  return password_hash === null ? 'no-password' : 'active'
}
