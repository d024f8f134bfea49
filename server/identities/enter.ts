import type { FastifyRequest } from 'fastify'
import type { PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import { findWaitingChild } from '#server/auth/child-registrations.repo.ts'
import { type Device, deviceOf } from '#server/auth/device.ts'
import { openSession } from '#server/auth/open-session.ts'
import type { Site } from '#server/auth/passkeys.ts'
import { checkSecondFactor } from '#server/auth/second-factor.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { rememberDevice } from '#server/auth/sessions.repo.ts'
import { checkMayEnter, consentAwaited, parentAwaited } from '#server/auth/sign-in.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { giveClaimedRole } from '#server/identities/claimed-role.ts'
import type { ProvedPerson } from '#server/identities/claims.ts'
import {
  consumeSignIn,
  findIdentity,
  insertIdentity,
  insertProviderSession,
  listIdentities,
  touchIdentity,
} from '#server/identities/identities.repo.ts'
import { noteEvent } from '#server/security/note-refusal.ts'
import { findUser, findUserByEmail, holdPassword, type User } from '#server/users/users.repo.ts'

/** A sign-in whose person the provider has named. */
export interface ProvedSignIn {
  keyHash: Buffer
  issuer: string
  person: ProvedPerson
}

const notConfirmed = () =>
  new Refusal('email-not-confirmed', {
    detail:
      'Учётная запись с вашей почтой есть, но её почта ещё не подтверждена. Откройте ссылку из письма школы, потом войдите ещё раз.',
  })

const linkedToAnother = () =>
  new Refusal('conflict', {
    detail:
      'С вашей почтой здесь входит другой человек из системы входа школы. Напишите куратору: он уберёт прежний вход, и откроется ваш.',
  })

/**
 * Whose account it is: by the provider's own name of the person, which lasts; the first time by an address that both
 * sides have confirmed. Null when there is none. An address that was given to somebody else leads nowhere.
 */
export const findOwner = async (db: Db, { issuer, person }: Pick<ProvedSignIn, 'issuer' | 'person'>) => {
  const identity = await findIdentity(db, issuer, person.subject)
  const known = identity && (await findUser(db, identity.user_id))
  if (known) return { user: known, identity }
  if (person.email === null) {
    throw new Refusal('provider-refused', {
      detail: 'Система входа школы не подтвердила вашу почту. Подтвердите её там или войдите здесь с паролем.',
    })
  }
  const user = await findUserByEmail(db, person.email)
  if (!user) {
    const child = await findWaitingChild(db, person.email)
    if (child) throw parentAwaited(child)
    return null
  }
  // before a link from a letter was followed, anybody may have typed this address into the form of registration
  if (user.email_confirmed_at === null) throw notConfirmed()
  const others = await listIdentities(db, user.id)
  if (others.some((other) => other.issuer === issuer)) throw linkedToAnother()
  return { user, identity: null }
}

/** Notes which account at the provider signs in to this one from now on. */
export const linkIdentity = async (tx: Db, userId: number, { issuer, person }: ProvedSignIn) => {
  if (!(await insertIdentity(tx, { user_id: userId, issuer, subject: person.subject }))) throw linkedToAnother()
  await addAuditEntry(tx, {
    actor: { id: userId },
    kind: 'identity-linked',
    object: { kind: 'user', id: userId },
  })
}

/**
 * When the person gave the provider their password, which is what acts that need a fresh one ask for. A provider that
 * does not say so has perhaps not asked for it: then it was long ago.
 */
const passwordAt = ({ auth_time }: ProvedPerson) =>
  new Date(Math.min(Date.now(), Math.max(0, auth_time ?? 0) * 1000)).toISOString()

/** Opens a session that the provider can end, too; call it last in the sign-in's transaction. */
export const openProviderSession = async (tx: Db, userId: number, { issuer, person }: ProvedSignIn, from: Device) => {
  const access_token = await openSession(tx, userId, from, passwordAt(person))
  const { subject, sid, id_token } = person
  await insertProviderSession(tx, { token_hash: hashToken(access_token), issuer, subject, sid, id_token })
  return access_token
}

/**
 * Completes a sign-in, as a whole or not at all: the link, the role, the session. There is no token for a child who is
 * a student now, and waits for a parent.
 */
const openFor = (db: Db, signIn: ProvedSignIn, owner: { user: User; identity: { id: number } | null }, from: Device) =>
  db.transaction(async (tx) => {
    const { user, identity } = owner
    if (!(await consumeSignIn(tx, signIn.keyHash))) throw new Refusal('sign-in-expired')
    const role = await giveClaimedRole(tx, user, signIn.person.role)
    const now = await holdPassword(tx, user.id)
    if (role === 'provider-role' && now?.awaits_parent_at) return { role, access_token: null }
    if (!now?.active || now.awaits_parent_at !== null) throw new Refusal('sign-in-expired')
    if (identity) await touchIdentity(tx, identity.id)
    else {
      await linkIdentity(tx, user.id, signIn)
      await addSecurityLetter(tx, user.id, { news: 'identity-linked' })
    }
    if (await rememberDevice(tx, user.id, from)) await addSecurityLetter(tx, user.id, { news: 'new-device', ...from })
    return { role, access_token: await openProviderSession(tx, user.id, signIn, from) }
  })

/** The second factor that somebody gives beside the provider's answer. */
interface SecondGiven {
  code: string | undefined
  passkey: PasskeyProof | undefined
  site: Site
}

/**
 * Signs in somebody whom the provider has named; null for somebody without an account. The account's own second factor
 * is asked for whatever the provider has asked: 422 without it.
 */
export const enter = async (db: Db, signIn: ProvedSignIn, second: SecondGiven, request: FastifyRequest) => {
  const owner = await findOwner(db, signIn)
  if (!owner) return null
  const { user } = owner
  await checkMayEnter(db, user)
  await checkSecondFactor(db, user.id, { ...second, address: request.ip })
  const { role, access_token } = await openFor(db, signIn, owner, deviceOf(request))
  if (role) noteEvent(request, role, { user_id: user.id, place: '' })
  if (access_token === null) throw consentAwaited()
  noteEvent(request, 'sign-in', { user_id: user.id, place: '' })
  return { user, access_token }
}
