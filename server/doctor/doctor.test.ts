import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/auth/passwords.ts'
import { checkClock } from '#server/doctor/check-clock.ts'
import { checkEncryption } from '#server/doctor/check-encryption.ts'
import { checkBackups, checkStorage } from '#server/doctor/checks.ts'
import { examine } from '#server/doctor/examine.ts'
import { startProvider } from '#server/identities/provider.fixture.ts'
import { projectFolder } from '#server/project-folder.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { earlier, whyNoEarlier } from '#server/testing/earlier-cluster.ts'
import { testS3 } from '#server/testing/s3.ts'
import { buildUser } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const { db, url, pool } = await testDatabase()
const s3 = await testS3()
const storage = await openStorage({ s3Url: s3.url, dataDir: '' })
const folder = await mkdtemp(join(tmpdir(), 'praktika-doctor-'))
const file = join(folder, 'file')
await writeFile(file, '')
const mail = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ password }, _session, done) =>
    password === 'right' ? done(null, { user: 'school' }) : done(new Error('Wrong password')),
})
await new Promise<void>((resolve) => mail.listen(0, '0.0.0.0', resolve))
const provider = await startProvider('http://127.0.0.1:3000', {})
afterAll(async () => {
  await provider.stop()
  await new Promise<void>((resolve) => mail.close(() => resolve()))
  await rm(folder, { recursive: true, force: true })
})
const mailPort = (mail.server.address() as AddressInfo).port
const base = { DATA_DIR: folder, DATABASE_URL: url }

/** The sentences of a state. */
const textsOf = async (env: Record<string, string>, state: 'fine' | 'warning' | 'failure') =>
  (await examine({ ...base, ...env })).flatMap((finding) => (finding.state === state ? [finding.text] : []))

describe('the doctor', () => {
  it('finds nothing wrong with a set-up that works', async () => {
    const env = {
      SMTP_URL: `smtp://school:right@127.0.0.1:${mailPort}`,
      S3_URL: s3.url,
      BACKUP_DIR: join(folder, 'copies'),
      BACKUP_KEY: 'a long pass phrase',
      METRICS_PORT: '9464',
      ...provider.env,
    }
    expect(await textsOf(env, 'failure')).toEqual([])
    const works = (await textsOf(env, 'fine')).join('\n')
    for (const part of [
      /PostgreSQL 1\d/,
      /прав хватает/,
      /Часы/,
      /Почтовый сервер/,
      /Хранилище файлов/,
      /Система входа/,
      /свободно/,
    ])
      expect(works).toMatch(part)
  })

  it('only warns of what is optional and not set', async () => {
    expect(await textsOf({}, 'failure')).toEqual([])
    const warnings = (await textsOf({}, 'warning')).join('\n')
    for (const name of ['SMTP_URL', 'S3_URL', 'CLAMAV_URL', 'BACKUP_DIR', 'PUBLIC_URL', 'METRICS_PORT'])
      expect(warnings).toContain(name)
  })

  it('warns of metrics that the whole network can read, unless there is a token', async () => {
    const warningsOf = async (env: Record<string, string>) =>
      (await textsOf({ METRICS_PORT: '9464', ...env }, 'warning')).filter((text) => text.includes('METRICS_TOKEN'))
    expect(await warningsOf({ HOST: '0.0.0.0' })).toHaveLength(1)
    expect(await warningsOf({ HOST: '0.0.0.0', METRICS_TOKEN: 'a token of Prometheus' })).toEqual([])
    expect(await warningsOf({})).toEqual([])
  })

  it.each([
    [{ PORT: 'три' }, /^Переменная PORT/],
    [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }, /DATABASE_URL: База данных не отвечает/],
    [{ SMTP_URL: 'smtp://127.0.0.1:1' }, /Почтовый сервер 127.0.0.1:1 не отвечает.*SMTP_URL/],
    [{ SMTP_URL: `smtp://school:wrong@127.0.0.1:${mailPort}` }, /не принял имя или пароль.*SMTP_URL/],
    [{ SMTP_URL: `smtp://127.0.0.2:${mailPort}` }, /не шифрует соединение.*smtps:\/\/.*requireTLS=false/],
    [{ S3_URL: s3.url.replace('S3RVER:S3RVER', 'Nobody:Secret1') }, /не пустило в корзину.*S3_URL/],
    [{ S3_URL: 'http://a:b@127.0.0.1:1/school' }, /127.0.0.1:1 не отвечает.*S3_URL/],
    [
      { DATA_DIR: join(file, 'data'), S3_URL: s3.url },
      /В папку .*\/data не записать: на этом пути файл, а не папка\. .*DATA_DIR/,
    ],
    [{ BACKUP_DIR: join(file, 'copies') }, /В папку копий .*\/copies не записать: на этом пути файл, а не папка\. /],
    [
      { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'Secret1' },
      /Система входа 127.0.0.1:1 не отвечает как надо.*OIDC_ISSUER/,
    ],
    [
      { OIDC_ISSUER: `${provider.issuer}/elsewhere`, OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'Secret1' },
      /не отвечает как надо.*OIDC_ISSUER/,
    ],
    [{ PUBLIC_URL: 'http://school.invalid' }, /не открывается.*PUBLIC_URL/],
  ])('says what to mend where something is set and does not work: %j', async (env: object, expected) => {
    const failures = await textsOf(env as Record<string, string>, 'failure')
    expect(failures).toEqual([expect.stringMatching(expected)])
    expect(failures.join()).not.toMatch(/Secret1|wrong@/)
  })

  it('finds a role that may not change tables', async () => {
    await pool.query('revoke create on schema public from pg_database_owner')
    try {
      expect(await textsOf({}, 'failure')).toEqual([expect.stringMatching(/не хватает прав.*OWNER TO/)])
    } finally {
      await pool.query('grant create on schema public to pg_database_owner')
    }
  })

  it('notices another site behind the public address', async () => {
    const other = createServer((_request, response) => response.end('<h1>Welcome to nginx</h1>'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.2', resolve))
    const { port } = other.address() as AddressInfo
    const failures = await textsOf({ PUBLIC_URL: `http://127.0.0.2:${port}` }, 'failure')
    other.closeAllConnections()
    other.close()
    expect(failures).toEqual([expect.stringMatching(/отвечает не этот сайт/)])
  })

  it('finds accounts of a demo school on a site that others reach, until their password is another one', async () => {
    await Promise.all(['curator', 'teacher'].map((name) => buildUser(db, { email: `${name}@demo.example` })))
    await buildUser(db, { email: 'gone@demo.example', active: false })
    const find = async (env: Record<string, string>) =>
      (await textsOf(env, 'failure')).filter((text) => text.includes('демо-школы'))
    const open = { HOST: '0.0.0.0' }
    expect(await find(open)).toEqual([expect.stringMatching(/паролем, который знают все.*: 2\./)])
    expect(await find({})).toEqual([])
    expect(await find({ ...open, DEMO: 'true' })).toEqual([])
    const password_hash = await hashPassword('a password of their own')
    await db.update(users).set({ password_hash })
    expect(await find(open)).toEqual([])
    await db.delete(users)
  })

  it('makes no bucket and no folder: their names may be misspelled', async () => {
    const s3Url = s3.url.replace('/school/', '/shcool/')
    for (const _ of ['once', 'twice'])
      expect(await checkStorage({ s3Url, dataDir: folder })).toEqual([
        {
          state: 'warning',
          text: expect.stringMatching(/^Корзины shcool .*ещё нет: первый запуск её создаст.*S3_URL/),
        },
      ])
    const [dataDir, backupDir] = ['data', 'copies'].map((name) => join(folder, 'mispelled', name)) as [string, string]
    const found = await examine({ ...base, DATA_DIR: dataDir, BACKUP_DIR: backupDir })
    expect(found.filter(({ state }) => state === 'failure')).toEqual([])
    const warnings = found.filter(({ text }) => text.includes(`${dataDir}`)).map(({ state, text }) => [state, text])
    for (const what of [`Папки ${dataDir} ещё нет`, `Папки файлов ${dataDir}/files ещё нет`])
      expect(warnings).toContainEqual(['warning', expect.stringContaining(what)])
    expect(found).toContainEqual({
      state: 'warning',
      text: `Папки копий ${backupDir} ещё нет: первый запуск её создаст. Если сайт уже работал, проверьте BACKUP_DIR.`,
    })
    expect(existsSync(join(folder, 'mispelled'))).toBe(false)
  })

  it('leaves nothing in a storage that fails after the write', async () => {
    const { port, host } = new URL(s3.url)
    const failing = createServer((asked, response) => {
      if (asked.method === 'HEAD' && asked.url?.includes('doctor-')) return response.writeHead(500).end()
      const { method, url: path, headers } = asked
      const forwarded = request({ port, method, path, headers: { ...headers, host } }, (answer) => {
        response.writeHead(answer.statusCode as number, answer.headers)
        answer.pipe(response)
      })
      return asked.pipe(forwarded)
    })
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
    const s3Url = s3.url.replace(host, `127.0.0.1:${(failing.address() as AddressInfo).port}`)
    const [found] = await checkStorage({ s3Url, dataDir: folder })
    failing.closeAllConnections()
    failing.close()
    expect(found).toMatchObject({ state: 'failure' })
    expect((await Array.fromAsync(storage.list())).map(({ key }) => key)).toEqual([])
  })

  it('makes no database in a folder that has none', async () => {
    const empty = join(folder, 'misspelled')
    const found = await examine({ DATA_DIR: empty })
    expect(found.filter(({ state }) => state === 'failure')).toEqual([])
    expect(found.map(({ text }) => text)).toContainEqual(expect.stringMatching(/misspelled базы ещё нет.*DATA_DIR/))
    expect(existsSync(join(empty, 'postgres'))).toBe(false)
  })

  it.skipIf(!earlier)(`only says that a move of the embedded database is due${whyNoEarlier}`, async () => {
    const find = async (name: string) => {
      const dataDir = join(folder, name)
      const before = await readdir(dataDir, { recursive: true })
      const found = await examine({ DATA_DIR: dataDir })
      expect(await readdir(dataDir, { recursive: true })).toEqual(before)
      expect(found.filter(({ state }) => state === 'failure')).toEqual([])
      return found.flatMap(({ state, text }) => (state === 'warning' ? [text] : []))
    }
    /** Only what is read before a database is started. */
    const pretend = async (path: string) => {
      await mkdir(join(folder, path), { recursive: true })
      await writeFile(join(folder, path, 'PG_VERSION'), '17\n')
    }
    await pretend('due/postgres')
    expect(await find('due')).toContainEqual(
      expect.stringMatching(/сделана PostgreSQL 17.* перенесёт следующий запуск/),
    )
    await pretend('moved/postgres.upgraded')
    expect(await find('moved')).toContainEqual(expect.stringMatching(/уже перенесена.* поставит следующий запуск/))
  })

  it('finds a copy that is late', async () => {
    await writeFile(join(folder, 'praktika-2026-11-20T03-00-00Z.tar.gz'), '')
    const check = (now: string) => checkBackups({ backupDir: folder, backupKey: 'key' }, Date.parse(now))
    expect(await check('2026-11-20T20:00:00Z')).toEqual([expect.objectContaining({ state: 'fine' })])
    expect(await check('2026-11-23T20:00:00Z')).toEqual([expect.objectContaining({ state: 'failure' })])
  })

  it('says whether the clock is kept right', async () => {
    const state = async (answer: string | null) => (await checkClock(async () => answer)).state
    expect([await state('yes'), await state('no'), await state(null)]).toEqual(['fine', 'warning', 'warning'])
    expect((await textsOf({}, 'fine')).concat(await textsOf({}, 'warning')).join('\n')).toMatch(/Часы|часы этой машины/)
  })

  it('says whether the disk with the data is encrypted, of a site that others reach', async () => {
    const { dev } = await stat(folder, { bigint: true })
    const number = `${((dev >> 8n) & 0xfffn) | ((dev >> 32n) & ~0xfffn)}:${(dev & 0xffn) | ((dev >> 12n) & ~0xffn)}`
    const check = async (sys: string, behindProxy = true) =>
      (await checkEncryption({ dataDir: folder, behindProxy }, sys)).map(({ state, text }) => [state, text])
    const make = async (name: string, ...uuids: string[]) => {
      const block = join(folder, name, number)
      await mkdir(join(block, 'slaves'), { recursive: true })
      for (const [at, uuid] of uuids.entries()) {
        await mkdir(join(block, 'slaves', `dm-${at}`, 'dm'), { recursive: true })
        await writeFile(join(block, 'slaves', `dm-${at}`, 'dm', 'uuid'), uuid)
      }
      return join(folder, name)
    }
    expect(await check(await make('luks', 'CRYPT-LUKS2-5f0c'))).toEqual([
      ['fine', expect.stringContaining('зашифрован')],
    ])
    expect(await check(await make('half', 'CRYPT-LUKS2-5f0c', 'LVM-5f0c'))).toMatchObject([
      ['warning', expect.stringContaining('не зашифрован')],
    ])
    expect(await check(await make('plain'))).toMatchObject([['warning', expect.stringContaining('не зашифрован')]])
    expect(await check(join(folder, 'nowhere'))).toMatchObject([['warning', expect.stringContaining('не узнать')]])
    expect(await check(await make('here'), false)).toEqual([])
  })

  it.each([
    [0, {}, /^! SMTP_URL.*Всё, что настроено, работает\.\n$/ms],
    [1, { SMTP_URL: 'smtp://127.0.0.1:1' }, /^✗ Почтовый сервер.*Не работает: 1\./ms],
  ])('ends its command with 1 only on failures (%i)', async (code, env, output) => {
    const script = join(projectFolder, 'server', 'doctor', 'doctor.ts')
    const ended = await new Promise<object>((resolve) => {
      const child = execFile(process.execPath, [script], { env: { ...base, ...env } }, (_error, output) =>
        resolve({ code: child.exitCode ?? -1, output }),
      )
    })
    expect(ended).toEqual({ code, output: expect.stringMatching(output) })
  })
})
