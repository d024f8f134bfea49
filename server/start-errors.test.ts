import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { projectFolder } from '#server/project-folder.ts'
import { exitCodeOf, explain } from '#server/start-errors.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { testDatabase } from '#server/testing/database.ts'

const { db, url } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'praktika-failing-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The sentence about a database that cannot be used. */
const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  vi.stubEnv('DATABASE_URL', connectionString)
  try {
    await client.connect()
  } catch (error) {
    return explain(error)
  } finally {
    vi.unstubAllEnvs()
    await client.end().catch(() => {})
  }
  throw new Error('connected')
}

const changed = (change: (url: URL) => void) => {
  const other = new URL(url)
  change(other)
  return other.href
}

/** A server that hangs up on everybody. */
const hangUp = createServer((socket) => socket.on('data', () => socket.destroy()))
hangUp.listen(0, '127.0.0.1')
await once(hangUp, 'listening')
afterAll(() => hangUp.close())
const { port } = hangUp.address() as { port: number }

it.each([
  ['an unknown role', changed((other) => (other.username = 'nobody-has-it')), /^База данных не приняла имя или пароль/],
  ['an unknown database', changed((other) => (other.pathname = '/nowhere')), /^Такой базы данных нет/],
  [
    'an unknown host',
    'postgres://u:p@nowhere.invalid/a',
    /^Имя nowhere\.invalid не (найдено в сети\. Проверьте переменную DATABASE_URL\.$|удалось найти в сети)/,
  ],
  ['a socket of a database that is stopped', 'postgres://u@localhost/a?host=/nowhere', /^База данных не отвечает/],
  ['a server that hangs up', `postgres://u:p@127.0.0.1:${port}/a`, /^База данных не отвечает/],
])('%s is explained in one sentence', async (_name, address, sentence) => {
  const explained = await connect(address)
  expect(explained).toMatch(sentence)
  expect(explained).not.toContain('\n')
})

it('a certificate that is not there is explained in one sentence', async () => {
  const connecting = async () =>
    new pg.Client({ connectionString: 'postgres://u@localhost/a?sslrootcert=/nowhere/ca.pem' })
  expect(await connecting().catch(explain)).toMatch(/^Файла \/nowhere\/ca\.pem нет\. .+$/)
})

it('a query that fails is shown with its reason, and without its parameters', async () => {
  const failed = db.execute(sql`select ${'secret'}::text from nowhere`)
  const explained = explain(await failed.catch((error: unknown) => error))
  expect(explained).toMatch(/relation "nowhere" does not exist\n +at /)
  expect(explained).not.toContain('secret')
})

it('an unknown host is that of the variable that has it, or of none', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://u:p@127.0.0.1/a')
  vi.stubEnv('S3_URL', 'https://key:secret@s3.invalid/bucket')
  onTestFinished(() => void vi.unstubAllEnvs())
  const sentences = ['s3.invalid', 'other.invalid'].map((hostname) =>
    explain(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND', hostname })),
  )
  expect(sentences).toEqual([
    'Имя s3.invalid не найдено в сети. Проверьте переменную S3_URL.',
    'Имя other.invalid не найдено в сети.',
  ])
})

it('a database without TLS is explained in one sentence', () => {
  // PostgreSQL refuses TLS before anything else, so the driver has no code for it
  expect(explain(new Error('The server does not support SSL connections'))).toMatch(/^База данных не умеет TLS/)
})

/** How a server with this environment ends, which cannot start. */
const startFailing = (env: Record<string, string>) =>
  new Promise<{ code: number | null; error: string }>((resolve) => {
    const main = join(projectFolder, 'server', 'main.ts')
    const { PATH = '' } = process.env
    const child = execFile(
      process.execPath,
      [main],
      { env: { PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DEMO: 'false', ...env } },
      (_error, _output, error) => resolve({ code: child.exitCode, error }),
    )
  })

it.each([
  ['with a setting that is wrong', 78, { PORT: 'abc' }, /^Переменная PORT: /],
  [
    'that is to listen at an unknown name',
    1,
    { HOST: 'nowhere.invalid', PORT: '3999', PUBLIC_URL: 'http://localhost' },
    /^Имя nowhere\.invalid не (найдено в сети\. Проверьте переменную HOST\.\n$|удалось найти в сети)/,
  ],
  ['without its database', 1, { DATABASE_URL: 'postgres://u@127.0.0.1:1/a' }, /^База данных не отвечает/],
])(
  'a server %s ends with %i',
  async (_name, code, env, sentence) => {
    expect(await startFailing(env)).toEqual({ code, error: expect.stringMatching(sentence) })
  },
  120_000,
)

it('a server that is older than its database has the code of a wrong setting, and one without its storage has not', async () => {
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 4000000000000)`)
  // the next test file gets this database
  onTestFinished(async () => {
    await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'next'`)
  })
  const older = migrate({ url }).catch(exitCodeOf)
  const alone = openStorage({ s3Url: 'http://a:b@127.0.0.1:1/school', dataDir: folder }).catch(exitCodeOf)
  expect([await older, await alone]).toEqual([78, 1])
})
