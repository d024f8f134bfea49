import type { User } from '#server/users/users.table.ts'

/**
 * Whether somebody gets letters: not before they have confirmed their address, which could be anybody’s until then. Letters
 * that bring a link to confirm it by, or to set a password, do not ask.
 */
export const getsLetters = (user: Pick<User, 'active' | 'email_confirmed_at' | 'erased_at'>) =>
  user.active && user.email_confirmed_at !== null && user.erased_at === null
