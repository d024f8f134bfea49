import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { fileLink } from '#server/files/file-link.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const { app, deps, db, call, signedIn } = await testApp()

afterEach(() => {
  vi.useRealTimers()
})

it('stops at once during uploads and downloads, and keeps what was uploaded', async () => {
  const { token, id: user_id } = await signedIn()
  const { begin, idOf } = uploader(call, token)
  const film = await buildFile(db, deps.files, { user_id, name: 'a.mp4', bytes: randomBytes(60 * 1_048_576) })
  const id = idOf(await begin(8_000_000))
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const talk = (lines: string[], body: string | Buffer = '') => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`${lines.join('\r\n')}\r\nHost: x\r\n\r\n`)
    socket.write(body)
    return socket
  }
  const reader = talk([`GET ${fileLink(film)} HTTP/1.1`])
  await once(reader, 'readable')
  const sender = talk(
    [
      `PATCH /api/files/${id} HTTP/1.1`,
      `Authorization: Bearer ${token}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      'Content-Length: 8000000',
    ],
    Buffer.alloc(3_000_000),
  )
  await expect.poll(() => deps.files.size(id), { timeout: 10_000 }).toBeGreaterThan(2_000_000)
  const kept = (await deps.files.size(id)) as number
  // no timer that begins from here ends: stopping waits for none
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  await app.close()
  expect((await deps.files.uploads.getUpload(id)).offset).toBeGreaterThanOrEqual(kept)
  reader.destroy()
  sender.destroy()
})
