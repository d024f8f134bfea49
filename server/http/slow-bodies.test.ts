import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testApp } from '#server/testing/app.ts'

// before the site starts: it measures by this clock, and checks every second of it
vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
afterAll(() => {
  vi.useRealTimers()
})
const { app, signedIn } = await testApp()

let token: string
const open: Socket[] = []
const accepted: Socket[] = []
app.server.on('connection', (socket: Socket) => accepted.push(socket))

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  token = (await signedIn()).token
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
  accepted.length = 0
})

/** Begins to send a request; `received` has the response. */
const begin = (head: string[], body: string | Buffer) => {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  const sent = { socket, received: '', ended: false }
  socket.on('data', (bytes) => {
    sent.received += bytes
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    sent.ended = true
  })
  socket.write(`${head.join('\r\n')}\r\nHost: x\r\n\r\n`)
  socket.write(body)
  return sent
}
const signIn = (length: number, body: string | Buffer) =>
  begin(['POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${length}`], body)
const uploadOf = (length: number, body: string) =>
  begin(
    [
      'POST /api/files HTTP/1.1',
      `Authorization: Bearer ${token}`,
      'Tus-Resumable: 1.0.0',
      `Upload-Length: ${length}`,
      `Upload-Metadata: filename ${Buffer.from('a.txt').toString('base64')}`,
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${length}`,
    ],
    body,
  )

const bytesOf = (sockets: Socket[], count: 'bytesRead' | 'bytesWritten') =>
  sockets.reduce((sum, socket) => sum + socket[count], 0)

/** Moves the site's clock once it has received everything that was written. */
const wait = async (seconds: number) => {
  await expect.poll(() => bytesOf(accepted, 'bytesRead')).toBe(bytesOf(open, 'bytesWritten'))
  // its hooks for a new request run after that
  await new Promise((resolve) => setTimeout(resolve, 300))
  for (let left = seconds; left > 0; left -= 15) {
    vi.advanceTimersByTime(Math.min(left, 15) * 1000)
    // the database has to respond to what listens to it
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('a body', { timeout: 60_000 }, () => {
  it('that stops is refused after 60 seconds with a sentence, one that makes progress is not', async () => {
    const stopped = signIn(200, '{"email":')
    const chunked = begin(
      ['POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
      '5\r\n{"ema\r\n',
    )
    const long = signIn(1_900_000, '{')
    await wait(50)
    expect([stopped.received, chunked.received, long.received]).toEqual(['', '', ''])
    // a byte now and then is no progress; this much is
    stopped.socket.write('"a')
    long.socket.write(' '.repeat(200_000))
    await wait(5)
    expect(long.received).toBe('')
    await wait(6)
    for (const sent of [stopped, chunked]) {
      await expect.poll(() => sent.received).toMatch(/^HTTP\/1\.1 408 [\s\S]+urn:praktika:problem:too-slow/)
      expect(sent.received).toMatch(/Content-Security-Policy/i)
    }
    expect(long.received).toBe('')
    await expect.poll(() => stopped.ended && chunked.ended, { timeout: 5000 }).toBe(true)
  })

  it('of an upload may be slow, and is refused after two minutes without a byte', async () => {
    const upload = uploadOf(1000, 'a')
    for (let i = 0; i < 3; i += 1) {
      await wait(100)
      upload.socket.write('b')
      expect([upload.received, upload.ended]).toEqual(['', false])
    }
    await wait(5)
    await wait(121)
    await expect.poll(() => upload.ended, { timeout: 5000 }).toBe(true)
  })

  it('that is too large is refused, and read away until its connection takes the next request', async () => {
    const large = signIn(3_000_000, '{')
    await expect.poll(() => large.received).toMatch(/^HTTP\/1\.1 413 /)
    expect(large.received).not.toMatch(/connection: close/i)
    large.socket.write(' '.repeat(2_999_999))
    large.socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => large.received).toMatch(/HTTP\/1\.1 200 [\s\S]+{"status":"ok"}/)
  })

  it('of a refused request does not hold its connection either', async () => {
    const refused = begin(['PUT /api/users/1 HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 5000'], '{')
    await expect.poll(() => refused.received).toMatch(/^HTTP\/1\.1 401 /)
    await wait(61)
    await expect.poll(() => refused.ended, { timeout: 5000 }).toBe(true)
  })

  it('of a caller who hangs up is no failure in the log', async () => {
    const failures: unknown[] = []
    const keeping = { error: (...details: unknown[]) => failures.push(details) }
    const child = vi.spyOn(app.log, 'child').mockImplementation(() => Object.assign(Object.create(app.log), keeping))
    onTestFinished(() => child.mockRestore())
    const left = signIn(5000, '{"email"')
    await expect.poll(() => child.mock.calls.length).toBe(1)
    const closed = once(accepted[0] as Socket, 'close')
    left.socket.destroy()
    await closed
    await new Promise((resolve) => setImmediate(resolve))
    expect(failures).toEqual([])
  })

  it('that is complete waits for its response however long that takes', async () => {
    const stream = begin(['GET /api/events HTTP/1.1', `Authorization: Bearer ${token}`], '')
    await expect.poll(() => stream.received).toMatch(/^HTTP\/1\.1 200 /)
    await wait(600)
    expect(stream.ended).toBe(false)
  })
})
