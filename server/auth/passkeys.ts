import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type { NewPasskey, PasskeyProof } from '#contract/auth/passkeys.schema.ts'
import { maxPasskeys } from '#contract/auth/passkeys.schema.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import {
  consumeChallenge,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  touchPasskey,
} from '#server/auth/passkeys.repo.ts'
import { ensureRecoveryCodes } from '#server/auth/recovery-codes.ts'
import { findSecondFactor, lockSecondFactor, setRecoveryCodes } from '#server/auth/second-factor.repo.ts'
import { addSecurityLetter } from '#server/auth/security-letter.ts'
import { reportSessionsOf } from '#server/auth/sessions.repo.ts'
import type { Db } from '#server/db/database.ts'
import { found, invalid, Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'

/** The site as browsers know it: a passkey works at the host it was made at. */
export interface Site {
  name: string
  /** The host without its port. */
  id: string
  origin: string
}

/**
 * The site of a request. Browsers make no passkeys for IP addresses, so a site on this machine alone is `localhost`,
 * where it was opened by this name.
 */
export const siteOf = (config: { appName: string; publicUrl: string }, host: string | undefined): Site => {
  const { origin, hostname } = new URL(config.publicUrl)
  const isLocal = /^localhost(:\d+)?$/.test(host ?? '') && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
  if (isLocal) return { name: config.appName, id: 'localhost', origin: `http://${host}` }
  return { name: config.appName, id: hostname, origin }
}

/** Ed25519, ES256 and RS256 (COSE): every device has one of them. */
const algorithms = [-8, -7, -257]

/** Loads with the first passkey: it would take memory from the start. */
const load = () => import('@simplewebauthn/server')

const tooMany = () => new Refusal('wrong-state', { detail: `Ключей доступа уже ${maxPasskeys}.` })

/** What the browser needs to make a passkey. */
export const beginPasskey = async (db: Db, user: { id: number; label: string }, site: Site) => {
  const { generateRegistrationOptions } = await load()
  const known = await listPasskeys(db, user.id)
  if (known.length >= maxPasskeys) throw tooMany()
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userName: user.label,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await insertChallenge(db, { challenge_hash: hashToken(options.challenge), user_id: user.id, purpose: 'create' })
  return options
}

/**
 * Whether a new passkey comes without certificates, as we ask for none. The library would check those of any other
 * kind, and fetch the addresses in them, which its sender chooses.
 */
const hasNoCertificates = async (attestationObject: string) => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** The challenge that a response must answer: one of this person's that was not used before, at this site. */
const expected = (db: Db, user_id: number, purpose: 'create' | 'sign-in', site: Site) => ({
  expectedChallenge: (challenge: string) =>
    consumeChallenge(db, { challenge_hash: hashToken(challenge), user_id, purpose }),
  expectedOrigin: site.origin,
  expectedRPID: site.id,
  requireUserVerification: false,
})

const notAccepted = () => invalid('creation', 'Ключ доступа не подошёл. Попробуйте ещё раз.')

/** Adds the passkey that the browser has made; returns it with new recovery codes, unless there are some already. */
export const addPasskey = async (
  db: Db,
  userId: number,
  { name, creation }: z.output<typeof NewPasskey>,
  site: Site,
) => {
  if (!(await hasNoCertificates(creation.response.attestationObject).catch(() => false))) throw notAccepted()
  const { verifyRegistrationResponse } = await load()
  const verified = await verifyRegistrationResponse({
    response: creation as RegistrationResponseJSON,
    supportedAlgorithmIDs: algorithms,
    ...expected(db, userId, 'create', site),
  }).catch(() => null)
  if (!verified?.verified) throw notAccepted()
  const { credential } = verified.registrationInfo
  return db.transaction(async (tx) => {
    // two at once must not both be the first, nor exceed the limit
    await lockSecondFactor(tx, userId)
    const known = await listPasskeys(tx, userId)
    if (known.length >= maxPasskeys) throw tooMany()
    const row = await insertPasskey(tx, {
      user_id: userId,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: creation.response.transports ?? [],
    })
    if (!row) throw notAccepted()
    const recovery_codes = await ensureRecoveryCodes(tx, userId)
    await reportSessionsOf(tx, userId)
    await addAuditEntry(tx, { actor: { id: userId }, kind: 'passkey-added', object: { kind: 'user', id: userId } })
    return { passkey: row, recovery_codes }
  })
}

/** Removes a passkey; with the last second factor the recovery codes go, too. */
export const removePasskey = (db: Db, actor: { id: number }, userId: number, id: number) =>
  db.transaction(async (tx) => {
    await lockSecondFactor(tx, userId)
    found((await deletePasskey(tx, userId, id)) || null)
    const [factor, others] = [await findSecondFactor(tx, userId), await listPasskeys(tx, userId)]
    const left = others.length > 0 ? 'passkey' : factor?.confirmed_at ? 'code' : null
    if (!left) await setRecoveryCodes(tx, userId, [])
    await reportSessionsOf(tx, userId)
    await addSecurityLetter(tx, userId, { news: 'passkey-removed', left })
    await addAuditEntry(tx, { actor, kind: 'passkey-removed', object: { kind: 'user', id: userId } })
  })

/** What the browser needs to prove a passkey; null for somebody who has none. */
export const askForPasskey = async (db: Db, userId: number, site: Site) => {
  const known = await listPasskeys(db, userId)
  if (known.length === 0) return null
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
  await insertChallenge(db, { challenge_hash: hashToken(options.challenge), user_id: userId, purpose: 'sign-in' })
  return options
}

/** Whether a browser has proved one of the person's passkeys, with a challenge of ours that was not used before. */
export const provesPasskey = async (db: Db, userId: number, proof: PasskeyProof, site: Site) => {
  const row = (await listPasskeys(db, userId)).find(({ credential_id }) => credential_id === proof.id)
  if (!row) return false
  const { verifyAuthenticationResponse } = await load()
  const verified = await verifyAuthenticationResponse({
    response: proof as AuthenticationResponseJSON,
    ...expected(db, userId, 'sign-in', site),
    credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
  }).catch(() => null)
  return verified?.verified === true && (await touchPasskey(db, row.id, verified.authenticationInfo.newCounter))
}
