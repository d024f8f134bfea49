import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { sealedColumns, sealRows } from '#server/db/seal-rows.ts'
import { SealedByAnother, seal, setSecretKeys, unseal } from '#server/db/sealed.ts'
import { ensureSigningKey, signMessage } from '#server/lti/platform-key.ts'
import { projectFolder } from '#server/project-folder.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const newKey = () => randomBytes(32)
// columns of a process share its keys, and so do the files after this one
afterEach(() => setSecretKeys([]))

describe('a sealed value', () => {
  const key = newKey()
  beforeEach(() => setSecretKeys([key]))

  it('opens in its column alone, and is another text each time', () => {
    const sealed = seal('JBSWY3DP', 'second_factors.secret')
    expect(sealed).toMatch(/^sealed:1:[\da-f]{12}:[\w-]{48}$/)
    expect(seal('JBSWY3DP', 'second_factors.secret')).not.toBe(sealed)
    expect(unseal(sealed, 'second_factors.secret')).toBe('JBSWY3DP')
    expect(() => unseal(sealed, 'webhooks.secret')).toThrow(/authenticate/)
  })

  it('does not open when a sign of it was changed', () => {
    const sealed = seal('секрет', 'a.b')
    for (const at of [24, 45, sealed.length - 3]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(() => unseal(changed, 'a.b')).toThrow(/authenticate/)
    }
    expect(() => unseal(sealed.slice(0, 30), 'a.b')).toThrow()
  })

  it('opens with a former key, and with no other', () => {
    const sealed = seal('секрет', 'a.b')
    setSecretKeys([newKey(), key])
    expect(unseal(sealed, 'a.b')).toBe('секрет')
    setSecretKeys([newKey()])
    expect(() => unseal(sealed, 'a.b')).toThrow(SealedByAnother)
  })

  it('is as it was without keys, and what was never sealed is read with keys', () => {
    expect(unseal('JBSWY3DP', 'a.b')).toBe('JBSWY3DP')
    setSecretKeys([])
    expect(seal('JBSWY3DP', 'a.b')).toBe('JBSWY3DP')
  })
})

it('every sealed column is sealed at the start', () => {
  const declared = globSync('server/**/*.table.ts', { cwd: projectFolder }).flatMap((path) =>
    [...readFileSync(join(projectFolder, path), 'utf8').matchAll(/sealedText\('([\w.]+)'\)/g)].map(([, name]) => name),
  )
  expect(declared.sort()).toEqual(sealedColumns.map((column) => column.join('.')).sort())
})

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })

describe('secrets in the database', () => {
  /** What the database has of all of them. */
  const kept = async () => {
    const { rows } = await db.execute<{ kept: string }>(sql`
      select secret as kept from second_factors union all select secret from webhooks
      union all select private_key from lti_keys union all select id_token from provider_sessions`)
    return rows.map((row) => row.kept)
  }
  const turnOn = async () => {
    const person = await signedIn()
    const path = `/api/users/${person.id}/totp`
    const { body } = await call('POST', path, { token: person.token, body: { password: demoPassword } })
    const { status } = await call('PUT', path, { token: person.token, body: { code: codeOf(body.secret) } })
    expect(status).toBe(200)
    return { email: person.user.email, secret: body.secret as string }
  }
  const signIn = async ({ email, secret }: { email: string; secret: string }) =>
    (await call('POST', '/api/auth/login', { body: { email, password: demoPassword, code: codeOf(secret) } })).status
  const addWebhook = async () => {
    const body = { name: 'Журнал', url: 'https://hooks.example/praktika', events: ['task-submitted'] }
    const made = await call('POST', '/api/webhooks', { token: curator.token, body })
    expect(made.status).toBe(201)
    return (made.body.secret as string).replace('whsec_', '')
  }

  it('are readable without a key, sealed by the next start with one, and work all the same', async () => {
    const [person, webhook, { private_key }] = [await turnOn(), await addWebhook(), await ensureSigningKey(db)]
    expect(await sealRows(db)).toBe(0)
    expect(await kept()).toEqual(expect.arrayContaining([person.secret, webhook, private_key]))

    const [key, next] = [newKey(), newKey()]
    setSecretKeys([key])
    expect(await sealRows(db)).toBe(3)
    const text = (await kept()).join('\n')
    for (const secret of [person.secret, webhook, private_key.slice(40, 80)]) expect(text).not.toContain(secret)
    expect(await sealRows(db)).toBe(0)
    expect(await signIn(person)).toBe(200)
    expect(await signMessage(db, { sub: '1' })).toMatch(/^ey/)
    const { rows } = await db.execute(sql`select secret from webhooks`)
    expect(unseal(String(rows[0]?.secret), 'webhooks.secret')).toBe(webhook)

    // new ones are sealed as they are written
    const second = await turnOn()
    expect((await kept()).every((value) => value.startsWith('sealed:1:'))).toBe(true)

    // another key, with the former one after it, until a start has sealed everything by it
    setSecretKeys([next, key])
    expect(await signIn(second)).toBe(200)
    expect(await sealRows(db)).toBe(4)
    setSecretKeys([next])
    expect((await ensureSigningKey(db)).private_key).toBe(private_key)
  })

  it('keep a site from starting without the key that sealed them', async () => {
    setSecretKeys([newKey()])
    await turnOn()
    for (const keys of [[], [newKey()]]) {
      setSecretKeys(keys)
      await expect(sealRows(db)).rejects.toThrow(ConfigError)
      await expect(sealRows(db)).rejects.toThrow(/^Переменная SECRETS_KEY: .*Верните прежний ключ/)
    }
  })
})

const folder = await mkdtemp(join(tmpdir(), 'praktika-secrets-'))
afterAll(() => rm(folder, { recursive: true }))

describe('secrets of variables', () => {
  const keep = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }

  it('are keys as openssl prints them, with commas between them', () => {
    const [key, former] = [newKey(), newKey()]
    const text = (bytes: Buffer) => bytes.toString('base64')
    expect(readConfig({ SECRETS_KEY: text(key) }).secretKeys).toEqual([key])
    expect(readConfig({ SECRETS_KEY: `${text(key)}, ${text(former)}` }).secretKeys).toEqual([key, former])
    for (const wrong of ['короткий', text(key).slice(4), `${text(key)},`])
      expect(() => readConfig({ SECRETS_KEY: wrong })).toThrow(/^Переменная SECRETS_KEY.*openssl rand -base64 32/)
  })

  it('may be in files instead', async () => {
    const env = {
      SMTP_URL_FILE: await keep('smtp', 'smtps://u:p@mail.example:465\n'),
      BACKUP_KEY_FILE: await keep('backup', 'пять случайных слов для теста\n'),
    }
    expect(readConfig(env)).toMatchObject({
      smtpUrl: 'smtps://u:p@mail.example:465',
      backupKey: 'пять случайных слов для теста',
    })
    expect(() => readConfig({ ...env, SMTP_URL: 'smtps://mail.example' })).toThrow(/^Переменная SMTP_URL: задана и/)
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      /^Переменная SMTP_URL_FILE: файл .*none не читается \(ENOENT\)/,
    )
    expect(() => readConfig({ S3_URL_FILE: env.SMTP_URL_FILE })).toThrow(/^Переменная S3_URL: /)
  })

  it('may be credentials of the unit, by the names of the variables', async () => {
    await keep('SECRETS_KEY', `${newKey().toString('base64')}\n`)
    const config = readConfig({ CREDENTIALS_DIRECTORY: folder, SMTP_URL: 'smtps://mail.example' })
    expect(config.secretKeys).toHaveLength(1)
    expect(config.smtpUrl).toBe('smtps://mail.example')
  })
})
