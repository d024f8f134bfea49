import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { testS3 } from '#server/testing/s3.ts'
import { metadata, tus } from '#server/uploads/uploads.fixture.ts'
import { buildUser, signInAs } from '#server/users/users.factory.ts'

const { db, url } = await testDatabase()
const s3 = await testS3()
const folder = await mkdtemp(join(tmpdir(), 'praktika-shared-'))
const env = { DATABASE_URL: url, DEMO: 'false' }
// on one machine with a common folder, and on two with a common bucket
const pairs = [
  { name: 'a folder', env: { ...env, DATA_DIR: folder } },
  { name: 'S3', env: { ...env, S3_URL: s3.url } },
]
const sites: OwnSite[] = []
// before their database is dropped
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()))
  await rm(folder, { recursive: true, force: true })
})

const megabyte = 1_048_576
const bytes = randomBytes(6 * megabyte)
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

it.each(pairs)(
  'an upload to $name continues by another process while the first still receives it',
  { timeout: 120_000 },
  async ({ env }) => {
    const [first, second] = await Promise.all([startOwnSite(env), startOwnSite(env)])
    sites.push(first, second)
    const token = await signInAs(db, await buildUser(db))
    const headers = { ...tus, authorization: `Bearer ${token}` }
    const begun = await fetch(`${first.url}/api/files`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': metadata({ filename: 'фильм.mp4', filetype: 'video/mp4' }),
      },
    })
    expect(begun.status).toBe(201)
    const path = begun.headers.get('location') as string

    // a connection that is not broken and sends no more: the network of a phone that has just moved
    const sendToFirst = async () => {
      const { hostname, port, host } = new URL(first.url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      await once(socket, 'connect')
      const head = [
        `PATCH ${path} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${token}`,
        'Tus-Resumable: 1.0.0',
        'Content-Type: application/offset+octet-stream',
        'Upload-Offset: 0',
        `Content-Length: ${bytes.length}`,
      ]
      await new Promise((resolve) => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        socket.write(bytes.subarray(0, 2 * megabyte), resolve)
      })
      return socket
    }

    const offsetOf = async () => {
      const response = await fetch(`${second.url}${path}`, { method: 'HEAD', headers })
      expect(response.status).toBe(200)
      return Number(response.headers.get('upload-offset'))
    }
    // the first process may be asked to let go before it has received anything: then it is sent the same again
    let socket = await sendToFirst()
    let offset = await offsetOf()
    for (let pauseMs = 200; offset === 0; pauseMs *= 2) {
      socket.destroy()
      socket = await sendToFirst()
      await sleep(pauseMs)
      offset = await offsetOf()
    }

    // the first process writes nothing of what still comes
    socket.write(randomBytes(megabyte))
    const response = await fetch(`${second.url}${path}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(offset),
    })
    expect(response.status).toBe(204)
    socket.destroy()

    const { file } = (await (await fetch(`${first.url}${path}`, { headers })).json()) as { file: { url: string } }
    const read = await fetch(new URL(file.url, first.url))
    expect(sha256(new Uint8Array(await read.arrayBuffer()))).toBe(sha256(bytes))
  },
)
