import { Secret, TOTP } from 'otpauth'
import { authLimits } from '#contract/auth/auth.limits.ts'
import type { PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { deletePasskeysOf, listPasskeys } from '#server/auth/passkeys.repo.ts'
import { askForPasskey, provesPasskey, type Site } from '#server/auth/passkeys.ts'
import { ensureRecoveryCodes, plainCode, replaceRecoveryCodes } from '#server/auth/recovery-codes.ts'
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeStep,
  deleteSecondFactor,
  findSecondFactor,
  insertSecret,
  lockSecondFactor,
  setRecoveryCodes,
} from '#server/auth/second-factor.repo.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { reportSessionsOf } from '#server/auth/sessions.repo.ts'
import { count } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { networkOf } from '#server/http/network.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'

/** 160 bits, as RFC 4226 recommends for the hash that every app knows. */
const secretBytes = 20

const appOf = (secret: string, names: { issuer: string; label: string } = { issuer: '', label: '' }) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })

/** Makes a secret that the person's app takes over; asking again makes another one, until a code has confirmed it. */
export const setUpSecondFactor = async (db: Db, userId: number, names: { issuer: string; label: string }) => {
  const secret = new Secret({ size: secretBytes }).base32
  if (!(await insertSecret(db, userId, secret))) {
    throw new Refusal('wrong-state', {
      detail: 'Вход с кодом уже включён. Чтобы сменить приложение, сначала выключите его.',
    })
  }
  return { secret, url: appOf(secret, names).toString() }
}

/** The time step whose code this is, of the current one and its neighbours; null when it is none of theirs. */
const stepOf = (secret: string, code: string) => {
  const app = appOf(secret)
  const delta = app.validate({ token: code, window: 1 })
  return delta === null ? null : app.counter() + delta
}

interface Guess {
  code: string | undefined
  /** IP address. */
  address: string
}

/** Counts a guess; returns how to take it back. */
const countGuess = (db: Db, userId: number, address: string) =>
  count(
    db,
    { key: `wrong-code:account:${userId}`, limit: authLimits.wrongCodesPerAccount },
    { key: `wrong-password:${networkOf(address)}`, limit: authLimits.wrongPasswordsPerNetwork },
  )

/**
 * Runs `check`, which says whether a code is right; 422 when it is not. A guess is counted before, and taken back when
 * it is right, as with passwords: guesses from all networks together, since each of them may have the password.
 */
const guessCode = async (
  db: Db,
  userId: number,
  { code, address }: Guess,
  check: (code: string) => Promise<boolean>,
) => {
  const typed = plainCode(code)
  if (typed === '') throw invalid('code', 'Введите код из приложения.')
  const takeBack = await countGuess(db, userId, address)
  if (!(await check(typed))) {
    throw invalid('code', 'Код не подошёл. Возьмите из приложения новый: каждый действует полминуты и один раз.', {
      kind: 'wrong-code',
      user_id: userId,
    })
  }
  await takeBack()
}

/**
 * Turns the second factor on by a code of the app, and returns new recovery codes, unless there are some already. That
 * code still signs in once: it was given in a session, not for one.
 */
export const confirmSecondFactor = async (db: Db, userId: number, guess: Guess) => {
  const factor = await findSecondFactor(db, userId)
  if (!factor || factor.confirmed_at !== null) {
    throw new Refusal('wrong-state', { detail: 'Сначала получите ключ для приложения.' })
  }
  await guessCode(db, userId, guess, async (code) => stepOf(factor.secret, code) !== null)
  return db.transaction(async (tx) => {
    // a passkey that is added or removed at this moment decides about the recovery codes, too
    await lockSecondFactor(tx, userId)
    if (!(await confirmSecret(tx, userId, factor.secret))) throw new Refusal('conflict')
    const recovery_codes = await ensureRecoveryCodes(tx, userId)
    await reportSessionsOf(tx, userId)
    const object = { kind: 'user' as const, id: userId }
    await addAuditEntry(tx, { actor: { id: userId }, kind: 'second-factor-added', object })
    return { recovery_codes }
  })
}

/** The second factor of a sign-in beside the password: one of the two. */
interface Second extends Guess {
  passkey: PasskeyProof | undefined
  site: Site
}

/**
 * 422 unless the code or the passkey is right, where the account has a second factor; without both, the problem has
 * what the browser needs to prove a passkey. Nothing that was right is accepted again.
 */
export const checkSecondFactor = async (db: Db, userId: number, { passkey, site, ...guess }: Second) => {
  if (passkey) {
    const takeBack = await countGuess(db, userId, guess.address)
    if (!(await provesPasskey(db, userId, passkey, site))) {
      throw invalid('passkey', 'Ключ доступа не подошёл. Попробуйте ещё раз или введите код.', {
        kind: 'wrong-code',
        user_id: userId,
      })
    }
    return takeBack()
  }
  const factor = await findSecondFactor(db, userId)
  const secret = factor?.confirmed_at ? factor.secret : null
  if (plainCode(guess.code) === '') {
    const options = await askForPasskey(db, userId, site)
    if (options) throw askedFor(options)
  }
  if (secret === null && (await listPasskeys(db, userId)).length === 0) return
  await guessCode(db, userId, guess, async (code) => {
    if (!/^\d{6}$/.test(code)) return consumeRecoveryCode(db, userId, hashToken(code))
    const step = secret === null ? null : stepOf(secret, code)
    return step !== null && consumeStep(db, userId, step)
  })
}

/** Asks for a code or a passkey. */
const askedFor = (passkey: object) => {
  const detail = 'Подтвердите вход ключом доступа или введите код.'
  return new Refusal('invalid', { detail, fields: { code: [detail] }, members: { passkey } })
}

/**
 * Removes the authenticator app; for somebody else, who has lost their devices, the passkeys, too. The person is
 * notified by letter, whoever did it.
 */
export const removeSecondFactor = (db: Db, actor: { id: number }, userId: number) =>
  db.transaction(async (tx) => {
    await lockSecondFactor(tx, userId)
    const isOwn = actor.id === userId
    const hadPasskeys = !isOwn && (await deletePasskeysOf(tx, userId))
    const hadApp = await deleteSecondFactor(tx, userId)
    if (!hadApp && !hadPasskeys) return
    const left = (await listPasskeys(tx, userId)).length > 0 ? 'passkey' : null
    if (!left) await setRecoveryCodes(tx, userId, [])
    await reportSessionsOf(tx, userId)
    await addSecurityLetter(tx, userId, { news: 'second-factor-removed', left, all: !isOwn })
    await addAuditEntry(tx, { actor, kind: 'second-factor-removed', object: { kind: 'user', id: userId } })
  })

/**
 * Replaces the recovery codes of somebody who signs in with more than a password: they have used most of them, or
 * somebody has seen them. Returns the new ones; the person is notified by letter.
 */
export const renewRecoveryCodes = (db: Db, userId: number) =>
  db.transaction(async (tx) => {
    await lockSecondFactor(tx, userId)
    const hasApp = (await findSecondFactor(tx, userId))?.confirmed_at != null
    if (!hasApp && (await listPasskeys(tx, userId)).length === 0) {
      throw new Refusal('wrong-state', {
        detail: 'Запасные коды нужны тем, кто входит с кодом или ключом доступа. Сначала включите такой вход.',
      })
    }
    const recovery_codes = await replaceRecoveryCodes(tx, userId)
    await addSecurityLetter(tx, userId, { news: 'recovery-codes-renewed' })
    const object = { kind: 'user' as const, id: userId }
    await addAuditEntry(tx, { actor: { id: userId }, kind: 'recovery-codes-renewed', object })
    return { recovery_codes }
  })
