import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'
import { testS3 } from '#server/testing/s3.ts'
import { tus, uploader } from '#server/uploads/uploads.fixture.ts'

const cuts = 200
const megabyte = 1_048_576

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const seed = Number(process.env.CUTS_SEED) || randomInt(2 ** 31)
const film = randomBytes(50 * megabyte)
/** Two full parts of an upload to S3, and one that is not. */
const shortFilm = film.subarray(0, 20 * megabyte)

/** Sends a piece up to `end` over a connection that breaks there. */
const sendAndBreak = async (
  address: URL,
  id: string,
  token: string,
  bytes: Buffer<ArrayBuffer>,
  offset: number,
  end: number,
  abruptly: boolean,
) => {
  const socket: Socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = [
    `PATCH /api/files/${id} HTTP/1.1`,
    `Host: ${address.host}`,
    `Authorization: Bearer ${token}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    `Upload-Offset: ${offset}`,
    `Content-Length: ${bytes.length - offset}`,
  ]
  await new Promise((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(bytes.subarray(offset, end), resolve)
  })
  if (abruptly) socket.resetAndDestroy()
  else socket.destroy()
}

const cutUp = async (
  { app, call, signedIn }: Awaited<ReturnType<typeof testApp>>,
  bytes: Buffer<ArrayBuffer>,
  times: number,
) => {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { token } = await signedIn()
  const next = numbers(seed)
  const { begin, idOf } = uploader(call, token)
  const id = idOf(await begin(bytes.length, { name: 'фильм.mp4', type: 'video/mp4' }))
  const headers = { ...tus, authorization: `Bearer ${token}` }
  const offsetOf = async () => {
    const response = await fetch(new URL(`/api/files/${id}`, address), { method: 'HEAD', headers })
    expect(response.status).toBe(200)
    return Number(response.headers.get('upload-offset'))
  }
  let offset = 0
  let sent = 0
  for (let cut = 0; cut < times; cut += 1) {
    // on average each connection sends its share, so that the last cuts are near the end
    const share = ((bytes.length - offset) / (times - cut)) * 2 * next()
    const end = Math.min(bytes.length - 1, offset + Math.floor(share))
    await sendAndBreak(address, id, token, bytes, offset, end, next() < 0.5)
    const now = await offsetOf()
    expect(now).toBeGreaterThanOrEqual(offset)
    // bytes of a broken connection may still arrive after the next one has asked
    sent = Math.max(sent, end)
    expect(now).toBeLessThanOrEqual(sent)
    offset = now
  }
  const sendRest = async () => {
    const offset = await offsetOf()
    const response = await fetch(new URL(`/api/files/${id}`, address), {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(offset),
    })
    return response.status
  }
  const last = await sendRest()
  // overtaken by bytes of a broken connection: then sent again, as every client of tus does
  if (last !== 204) expect([last, await sendRest()]).toEqual([409, 204])
  const found = await (await fetch(new URL(`/api/files/${id}`, address), { headers })).json()
  expect(found).toHaveProperty('file')
  const read = await fetch(new URL(found.file.url, address))
  return sha256(new Uint8Array(await read.arrayBuffer()))
}

const disk = await testApp()
const s3 = await testApp({ env: { S3_URL: (await testS3()).url } })
afterAll(() => console.log(`The cuts were those of CUTS_SEED=${seed}`))

it(`${cuts} cuts at random change nothing of 50 MB (CUTS_SEED=${seed})`, async () => {
  expect(await cutUp(disk, film, cuts)).toBe(sha256(film))
}, 60_000)

it(`20 cuts at random change nothing on S3 either (CUTS_SEED=${seed})`, async () => {
  expect(await cutUp(s3, shortFilm, 20)).toBe(sha256(shortFilm))
}, 60_000)
