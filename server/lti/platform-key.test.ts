import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { ltiKeys } from '#server/lti/lti.table.ts'
import { ensureSigningKey } from '#server/lti/platform-key.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call } = await testApp()

const bitsOf = ({ n }: { n: string }) => Buffer.from(n, 'base64url').length * 8

it('a key of 2048 bits from before is replaced by a strong one, once, and still published', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await db.insert(ltiKeys).values({ kid: 'from before', private_key, public_jwk: { n, e } })
  const held = await Promise.all([ensureSigningKey(db), ensureSigningKey(db), ensureSigningKey(db)])
  expect(new Set(held.map(({ kid }) => kid)).size).toBe(1)
  expect(bitsOf((held[0] as (typeof held)[number]).public_jwk)).toBe(3072)
  const { keys } = (await call('GET', '/api/lti/jwks')).body
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([held[0]?.kid, 'from before'])
  expect(keys.map(bitsOf)).toEqual([3072, 2048])
})
