import type { User } from '#server/users/users.table.ts'

/**
 * Whether a person gets letters: not before they have confirmed their address, which could be anybody’s until then, and
 * not after a mail server has refused it.
 * Letters with a link to confirm it, or to set a password, are sent without this check.
 */
export const getsLetters = (user: Pick<User, 'active' | 'email_confirmed_at' | 'email_bounced_at' | 'erased_at'>) =>
  user.active && user.email_confirmed_at !== null && user.email_bounced_at === null && user.erased_at === null
