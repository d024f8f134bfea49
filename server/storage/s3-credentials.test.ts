import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { openStorage } from '#server/storage/open-storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'praktika-s3-credentials-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

/** A storage that has everything, and notes with which key and token each request was signed. */
const signed: string[] = []
const server = createServer((request, response) => {
  const key = /Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1]
  signed.push(`${key} ${request.headers['x-amz-security-token']}`)
  response.setHeader('content-length', 1).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
const { port } = server.address() as { port: number }
const open = (credentials: string, query = '') =>
  openStorage({ s3Url: `http://${credentials}127.0.0.1:${port}/school${query}`, dataDir: folder })

it('short-lived credentials are fetched, and fetched again before they expire', async () => {
  const [config, program, count] = ['config', 'program.sh', 'count'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  // like a program of the operator's: each call gives another key, valid for a minute
  await writeFile(
    program,
    `echo x >> ${count}; N=$(wc -l < ${count} | tr -d ' ')
     printf '{"Version":1,"AccessKeyId":"KEY%s","SecretAccessKey":"s","SessionToken":"token%s","Expiration":"%s"}' $N $N \\
       $(date -u -d '+1 minute' +%Y-%m-%dT%H:%M:%SZ)`,
  )
  await writeFile(config, `[default]\ncredential_process = /bin/sh ${program}\n`)
  vi.stubEnv('AWS_CONFIG_FILE', config)
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'none'))
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'])
    vi.stubEnv(name, undefined)
  const storage = await open('', '?credentials=aws')
  expect(signed[0]).toBe('KEY1 token1')
  // the library renews them in the background
  await expect
    .poll(async () => {
      await storage.size('a')
      return signed.at(-1)
    })
    .toMatch(/^KEY(?!1 )\d+ token\d+$/)
})

it('lasting ones are in the address, and are not mixed with others', async () => {
  signed.length = 0
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'OTHER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'other')
  await open('KEY:SECRET@')
  expect(new Set(signed)).toEqual(new Set(['KEY undefined']))
  await expect(open('')).rejects.toThrow(/credentials=aws/)
  await expect(open('KEY:SECRET@', '?credentials=aws')).rejects.toThrow(/S3_URL/)
})
