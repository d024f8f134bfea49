import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dumpDatabase } from '#server/backup/dump-database.repo.ts'
import { readConfig } from '#server/config.ts'
import { joinConfiguredDatabase } from '#server/db/configured.ts'
import { DatabaseClient } from '#server/db/database-client.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { examineDatabase } from '#server/db/examine-database.ts'
import { listenTo } from '#server/db/listener.ts'
import { migrate } from '#server/db/migrate.ts'
import { giveTo, postgresAccount } from '#server/db/postgres-account.ts'
import { postgresBinaries } from '#server/db/postgres-binaries.ts'
import { createSharedLocks } from '#server/db/shared-locks.ts'
import { freePort } from '#server/testing/free-port.ts'
import { noOpenssl, ownAuthority } from '#server/testing/own-certificate.ts'
import { superuserUrl } from '#server/testing/replica.ts'

const folder = await mkdtemp(join(tmpdir(), 'praktika-database-client-'))
const dir = join(folder, 'postgres')
const port = await freePort()
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let owner: pg.Client

beforeAll(async () => {
  const settings = { fsync: 'off', listen_addresses: '127.0.0.1', port: `${port}` }
  server = await startEmbeddedPostgres({ dir, settings })
  owner = new pg.Client(superuserUrl(server.url))
  await owner.connect()
}, 90_000)
afterAll(async () => {
  await owner.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The site's own database over TCP. */
const addressOf = (user: string, password: string, query = '') => {
  const url = new URL(`postgres://localhost:${port}/praktika${query}`)
  url.username = user
  url.password = password
  return url.href
}

/** Uses the database in every way in which the site connects to it. */
const connectEverywhere = async (url: string) => {
  await migrate({ url })
  expect((await examineDatabase(url)).trouble).toBeNull()
  const errors: unknown[] = []
  await new Promise<void>((resolve) => {
    const listener = listenTo(url, 'praktika_test', {
      onListening: () => void listener.stop().then(resolve),
      onNotice: () => {},
      onError: (error) => errors.push(error),
    })
  })
  const locks = createSharedLocks(url)
  expect(await locks.take('one', () => {}, AbortSignal.timeout(5000))).toBe(true)
  await locks.stop()
  expect(errors).toEqual([])
}

describe('an address in a file', () => {
  it('is read again for each connection, so that a password is replaced without a restart', async () => {
    const path = join(folder, 'database-url')
    const [first, second] = [addressOf('praktika', 'first'), addressOf('praktika', 'second')]
    await owner.query(`alter role praktika password 'first'`)
    await writeFile(path, `${first}\n`)
    const site = await joinConfiguredDatabase(readConfig({ DATABASE_URL_FILE: path }))
    const connect = async () => (await site.pool.connect()).release(true)
    await connect()
    await owner.query(`alter role praktika password 'second'`)
    await expect(connect()).rejects.toThrow(/password authentication failed/)
    await writeFile(path, `${second}\n`)
    await connect()
    // the address of the start is used instead of the one in the file wherever the site connects
    await connectEverywhere(site.url)

    // another user of the same database
    await owner.query(`create role successor login password 'third' in role praktika`)
    await writeFile(path, addressOf('successor', 'third'))
    expect((await site.pool.query('select current_user as name')).rows[0].name).toBe('successor')

    // another database, or nothing: as at the start
    await owner.query(`alter role praktika password 'first'`)
    await writeFile(path, addressOf('successor', 'third').replace('/praktika', '/postgres'))
    await connect()
    await rm(path)
    await connect()
    await site.close()
  })
})

it('every connection notices that the machine of the database is gone', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const client = new DatabaseClient({ connectionString: addressOf('praktika', 'fourth') })
  await owner.query(`alter role praktika password 'fourth'`)
  await client.connect()
  await client.end()
  expect(keepAlive).toHaveBeenCalledWith(true, 60_000)
})

describe.skipIf(noOpenssl)(`a certificate of the site${noOpenssl ?? ''}`, () => {
  it('is all that the database needs, wherever the site connects to it', { timeout: 60_000 }, async () => {
    const keys = join(folder, 'keys')
    const strangers = join(folder, 'strangers')
    await Promise.all([mkdir(keys), mkdir(strangers)])
    const { authority, issue } = await ownAuthority(keys)
    const of = await issue('server', 'localhost')
    const account = postgresAccount(dir, postgresBinaries().postgres)
    const into = async (from: string, name: string) => {
      await writeFile(join(dir, name), await readFile(from), { mode: 0o600 })
      giveTo(account, join(dir, name))
    }
    await into(of.certificate, 'server.crt')
    await into(of.key, 'server.key')
    await into(authority, 'root.crt')
    const rules = await readFile(join(dir, 'pg_hba.conf'), 'utf8')
    // a role without a password, by TLS with a certificate for its name alone
    await writeFile(join(dir, 'pg_hba.conf'), `hostssl praktika praktika 127.0.0.1/32 cert\n${rules}`)
    await owner.query('alter role praktika password null')
    await owner.query('alter system set ssl = on')
    await owner.query(`alter system set ssl_ca_file = 'root.crt'`)
    await owner.query('select pg_reload_conf()')

    const client = await issue('site', 'praktika')
    const query = new URLSearchParams({
      sslmode: 'verify-full',
      sslrootcert: authority,
      sslcert: client.certificate,
      sslkey: client.key,
    })
    const url = addressOf('praktika', '', `?${query}`)
    const env = { DATABASE_URL: url, REQUIRE_TLS: 'true', PUBLIC_URL: 'https://school.example' }
    const site = await joinConfiguredDatabase(readConfig(env))
    const connect = async () => {
      const connection = await site.pool.connect()
      try {
        const { rows } = await connection.query('select client_dn from pg_stat_ssl where pid = pg_backend_pid()')
        return rows[0].client_dn
      } finally {
        connection.release(true)
      }
    }
    // the server takes the new settings in its own time
    await expect.poll(() => connect().catch(String), { timeout: 10_000 }).toBe('/CN=praktika')
    await connectEverywhere(url)
    const tables: string[] = []
    const add = async () => {}
    await dumpDatabase(url, { add }, async (facts) => void tables.push(...facts.tables.map(({ name }) => name)))
    expect(tables).toContain('public.users')

    const without = addressOf('praktika', '', `?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`)
    await expect(examineDatabase(without)).rejects.toThrow(/requires a valid client certificate/)
    // the files are read with each connection, too
    const other = await issue('other', 'somebody')
    await copyFile(other.certificate, client.certificate)
    await copyFile(other.key, client.key)
    await expect(connect()).rejects.toThrow(/certificate authentication failed/)
    const stranger = await (await ownAuthority(strangers)).issue('site', 'praktika')
    await copyFile(stranger.certificate, client.certificate)
    await copyFile(stranger.key, client.key)
    await expect(connect()).rejects.toThrow(/unknown ca|certificate/i)
    const renewed = await issue('renewed', 'praktika')
    await copyFile(renewed.certificate, client.certificate)
    await copyFile(renewed.key, client.key)
    expect(await connect()).toBe('/CN=praktika')
    await site.close()
  })
})
