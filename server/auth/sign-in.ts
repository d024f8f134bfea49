import type { PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { findWaitingChild } from '#server/auth/child-registrations.repo.ts'
import { isDemoSignIn } from '#server/auth/demo-password.ts'
import type { Device } from '#server/auth/device.ts'
import { type Guess, guessPassword } from '#server/auth/guess-password.ts'
import { openSession } from '#server/auth/open-session.ts'
import type { Site } from '#server/auth/passkeys.ts'
import { checkPassword, hashPassword, isOutdatedHash } from '#server/auth/passwords.ts'
import { parentLetterTo } from '#server/auth/register-child.ts'
import { checkSecondFactor } from '#server/auth/second-factor.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { rememberDevice } from '#server/auth/sessions.repo.ts'
import { count } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findRegistration } from '#server/registrations/registrations.repo.ts'
import { findUserByHandle, holdPassword, renewHash, type User } from '#server/users/users.repo.ts'

/** What the person gives beside the password. */
interface SecondGiven {
  code: string | undefined
  passkey: PasskeyProof | undefined
}

/**
 * Whether a password is still right that was checked against an earlier hash: only an outdated one may have been
 * renewed since.
 */
const isStillRight = async (now: string | null, checked: string | null, password: string) =>
  now === checked || (checked !== null && isOutdatedHash(checked) && (await checkPassword(now, password)))

/** Opens a session unless the account was deactivated or its password was changed while this one was being checked. */
const openSessionBy = (db: Db, user: Pick<User, 'id' | 'password_hash'>, password: string, from: Device) =>
  db.transaction(async (tx) => {
    const now = await holdPassword(tx, user.id)
    if (!now?.active || now.awaits_parent_at !== null) throw new Refusal('wrong-credentials')
    if (!(await isStillRight(now.password_hash, user.password_hash, password))) throw new Refusal('wrong-credentials')
    if (await rememberDevice(tx, user.id, from)) await addSecurityLetter(tx, user.id, { news: 'new-device', ...from })
    return openSession(tx, user.id, from)
  })

/**
 * The owner of this password: an account, or a child's registration that waits for a parent; of several under one
 * address the latest. Exactly one password is checked in every case, so that the time reveals nothing. 401 when there
 * is none.
 */
const identify = (db: Db, { email, password, address }: Guess & { password: string }) =>
  guessPassword(db, { email, address }, async () => {
    const [user, child] = await Promise.all([findUserByHandle(db, email), findWaitingChild(db, email)])
    const right = await checkPassword((user ?? child)?.password_hash, password)
    if (right && user) return { user, child: null }
    if (right && child) return { user: null, child }
    throw new Refusal('wrong-credentials', { noted: { kind: 'wrong-password', user_id: user?.id } })
  })

/** Returns the refusal for the owner of a child's registration, with the address that the school has written to. */
export const parentAwaited = ({ parent_email }: { parent_email: string }) =>
  new Refusal('parent-awaited', {
    detail: `Мы ждём согласия родителя: письмо со ссылкой отправлено на ${parent_email}. Как только родитель согласится, можно будет войти.`,
  })

/** Returns the refusal for somebody whose account the school has opened, until a parent agrees. */
export const consentAwaited = () =>
  new Refusal('parent-awaited', {
    detail: 'Мы ждём согласия родителя. Как только родитель согласится, можно будет войти.',
  })

/**
 * Refuses to let the owner of an account in that is off, or waits for a curator or a parent, whatever they have proved.
 */
export const checkMayEnter = async (db: Db, user: Pick<User, 'id' | 'active' | 'awaits_parent_at'>) => {
  if (!user.active && (await findRegistration(db, user.id))) throw new Refusal('curator-awaited')
  if (!user.active) throw new Refusal('account-off', { noted: { kind: 'closed-account', user_id: user.id } })
  if (user.awaits_parent_at !== null) throw consentAwaited()
}

const demoAccountClosed = (user: Pick<User, 'id'>) =>
  new Refusal('account-off', {
    detail: 'Пароль демо-школы здесь не действует: его знают все. Первого куратора создаёт команда npm run curator.',
    noted: { kind: 'closed-account', user_id: user.id },
  })

/**
 * Checks the password and opens a session. Only wrong passwords count against the limits. The right password of a
 * registration that waits for a parent gets a 401 that explains this. 422 without a right code or passkey of the second
 * factor.
 */
export const signIn = async (
  db: Db,
  {
    code,
    passkey,
    site,
    from,
    closesDemo,
    ...guess
  }: Guess & { password: string; from: Device; site: Site; closesDemo: boolean } & Partial<SecondGiven>,
) => {
  const { user, child } = await identify(db, guess)
  if (child) throw parentAwaited(child)
  if (closesDemo && isDemoSignIn({ email: user.email, password: guess.password })) throw demoAccountClosed(user)
  await checkMayEnter(db, user)
  await checkSecondFactor(db, user.id, { code, passkey, site, address: guess.address })
  const access_token = await openSessionBy(db, user, guess.password, from)
  // only now the password is at hand
  if (user.password_hash && isOutdatedHash(user.password_hash))
    await renewHash(db, user.id, { from: user.password_hash, to: await hashPassword(guess.password) })
  return { user, access_token }
}

/** Sends a parent the letter again for somebody who knows the registration's password; the previous link is dead. */
export const sendParentLetterAgain = async (db: Db, guess: Guess & { password: string }) => {
  const { child } = await identify(db, guess)
  if (!child) throw new Refusal('wrong-state', { detail: 'Учётная запись уже открыта: можно войти.' })
  await count(db, parentLetterTo(child.parent_email))
  await addEffect(db, 'parent-letter', { registration: child.token_hash.toString('hex') })
  return { parent_email: child.parent_email }
}
