import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { openPool } from '#server/db/open-pool.ts'
import { giveTo, postgresAccount } from '#server/db/postgres-account.ts'
import { postgresBinaries } from '#server/db/postgres-binaries.ts'
import { openProvider, ProviderAway } from '#server/identities/provider.ts'
import { keysOf } from '#server/lti/tool-keys.ts'
import { postPush } from '#server/notifications/push-request.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { freePort } from '#server/testing/free-port.ts'
import { noOpenssl, ownCertificate } from '#server/testing/own-certificate.ts'
import { superuserUrl } from '#server/testing/replica.ts'
import { openTracing } from '#server/tracing/tracing.ts'
import { postSafely } from '#server/webhooks/post-safely.ts'

const folder = await mkdtemp(join(tmpdir(), 'praktika-certificates-'))
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A server whose certificate nobody has signed but itself; what reaches it has believed the certificate. */
const stranger = async () => {
  const { certificate, key } = await ownCertificate(folder, 'localhost')
  const requests: string[] = []
  const server = createServer({ cert: await readFile(certificate), key: await readFile(key) }, (request, response) => {
    requests.push(request.url ?? '')
    response.end('{}')
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  const { port } = server.address() as { port: number }
  return { url: `https://localhost:${port}`, certificate, key, requests, connections: () => connections }
}

const outgoing = { outgoingHosts: null }

/** Each client of the site that speaks https, and how it says that it does not believe a server. */
const clients: [name: string, ask: (url: string) => Promise<unknown>][] = [
  [
    'the storage of files',
    async (url) => {
      const s3Url = url.replace('https://', 'https://key:secret@')
      await expect(openStorage({ s3Url: `${s3Url}/school`, dataDir: folder })).rejects.toThrow(/certificate|S3_URL/)
    },
  ],
  [
    'the identity provider',
    async (url) => {
      const roles = { roleClaim: null, roles: new Map() }
      const oidc = { issuer: url, clientId: 'a', clientSecret: 'b', name: 'c', untypedLogout: false, ...roles }
      const provider = openProvider(oidc as never, { publicUrl: 'https://school.example', ...outgoing })
      await expect(provider.begin(false)).rejects.toThrow(ProviderAway)
    },
  ],
  [
    'messages to programs',
    async (url) => {
      const outcome = await postSafely(new URL(url), { body: '{}', headers: {}, loopback: true, outgoing })
      expect(outcome).toEqual({ http_status: null, error: 'bad-certificate' })
    },
  ],
  [
    'push services',
    async (url) => {
      const body = Buffer.from('{}')
      await expect(postPush(url, { headers: {}, body, anywhere: true })).rejects.toThrow(/self-signed/)
    },
  ],
  [
    'keys of tools',
    async (url) => {
      const find = keysOf({ jwks_url: `${url}/keys`, public_key: null }, { ltiLocalTools: true, ...outgoing })
      await expect(find({ alg: 'RS256' }, {} as never)).rejects.toThrow(/self-signed/)
    },
  ],
  [
    'the collector of traces',
    async (url) => {
      const pool = openPool({ connectionString: 'postgres://nobody@localhost/nowhere' })
      const tracing = openTracing({ otlpUrl: url, traceRatio: 1 }, pool)
      const { 'task-liked': handle } = tracing.watchEffects({ 'task-liked': async () => {} } as never)
      await handle?.({} as never, {} as never)
      await tracing.close()
      await pool.end()
    },
  ],
]

it.skipIf(noOpenssl)(`no client believes a certificate that nobody has signed${noOpenssl ?? ''}`, async () => {
  const { url, requests, connections } = await stranger()
  for (const [name, ask] of clients) {
    const before = connections()
    await ask(url)
    expect([name, connections() > before]).toEqual([name, true])
  }
  // each has hung up before it sent anything
  expect(requests).toEqual([])
})

it.skipIf(noOpenssl)(
  `the database has to prove who it is where its address says so${noOpenssl ?? ''}`,
  { timeout: 90_000 },
  async () => {
    const dir = join(folder, 'postgres')
    const port = await freePort()
    const settings = { fsync: 'off', listen_addresses: '127.0.0.1', port: `${port}` }
    const { url, stop } = await startEmbeddedPostgres({ dir, settings })
    try {
      const { certificate, key } = await ownCertificate(folder, 'localhost')
      const account = postgresAccount(dir, postgresBinaries().postgres)
      for (const [from, name] of [
        [certificate, 'server.crt'],
        [key, 'server.key'],
      ] as const) {
        await copyFile(from, join(dir, name))
        await chmod(join(dir, name), 0o600)
        giveTo(account, join(dir, name))
      }
      const owner = new pg.Client(superuserUrl(url))
      await owner.connect()
      await owner.query('alter system set ssl = on')
      await owner.query('select pg_reload_conf()')
      await owner.end()

      const address = new URL(url)
      address.search = ''
      address.port = `${port}`
      const isEncrypted = async (host: string, query: string) => {
        address.hostname = host
        const pool = openPool({ connectionString: `${address.href}?${query}`, max: 1 })
        try {
          const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
          return rows[0].ssl
        } finally {
          await pool.end()
        }
      }
      // the server takes the new settings in its own time
      await expect.poll(() => isEncrypted('localhost', 'sslmode=no-verify').catch(() => false)).toBe(true)
      await expect(isEncrypted('localhost', 'sslmode=verify-full')).rejects.toThrow(/self-signed/)
      const trusting = `sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`
      expect(await isEncrypted('localhost', trusting)).toBe(true)
      await expect(isEncrypted('127.0.0.1', trusting)).rejects.toThrow(/does not match/)
    } finally {
      await stop()
    }
  },
)
