import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const env = { CONNECTIONS_PER_ADDRESS: '5' }
const direct = await testApp({ env })
const proxied = await testApp({ env: { ...env, PUBLIC_URL: 'https://school.example' } })
await direct.app.listen({ port: 0, host: '127.0.0.1' })
await proxied.app.listen({ port: 0, host: '127.0.0.1' })

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

/** Opens a connection, and sends text on it. */
const begin = ({ app }: typeof direct, request = '', localAddress = '127.0.0.1') => {
  const { port } = app.server.address() as { port: number }
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  open.push(socket)
  const sent = { socket, received: '', ended: false }
  socket.on('data', (bytes) => {
    sent.received += bytes
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    sent.ended = true
  })
  if (request) socket.write(request)
  return sent
}
const health = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
/** A request whose body never ends. */
const lasting = (address: string) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`

it('one address can hold this many connections and no more, which does not affect others', async () => {
  const held = Array.from({ length: 5 }, () => begin(direct, health))
  await expect.poll(() => held.every(({ received }) => received.startsWith('HTTP/1.1 200'))).toBe(true)
  const more = begin(direct, health)
  await expect.poll(() => more.ended).toBe(true)
  expect(more.received).toBe('')
  const other = begin(direct, health, '127.0.0.2')
  await expect.poll(() => other.received).toMatch(/^HTTP\/1\.1 200/)

  held[0]?.socket.destroy()
  await expect
    .poll(async () => {
      const next = begin(direct, health)
      await expect.poll(() => next.ended || next.received !== '').toBe(true)
      next.socket.destroy()
      return next.received
    })
    .toMatch(/^HTTP\/1\.1 200/)
})

it('behind a proxy the limit applies to the requests of each network, not to the connections of the proxy', async () => {
  const held = Array.from({ length: 5 }, (_, i) => begin(proxied, lasting(`2001:db8:0:7::${i}`)))
  await expect
    .poll(async () => {
      const more = begin(proxied, lasting('2001:db8:0:7:ffff::1'))
      await new Promise((resolve) => setTimeout(resolve, 200))
      return more.received
    })
    .toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5[\s\S]*слишком много запросов/i)
  const other = begin(proxied, health.replace('\r\n\r\n', '\r\nX-Forwarded-For: 2001:db8:0:8::1\r\n\r\n'))
  await expect.poll(() => other.received).toMatch(/^HTTP\/1\.1 200/)

  for (const { socket } of held) socket.destroy()
  await expect
    .poll(async () => {
      const next = begin(proxied, health.replace('\r\n\r\n', '\r\nX-Forwarded-For: 2001:db8:0:7::9\r\n\r\n'))
      await expect.poll(() => next.received).not.toBe('')
      return next.received
    })
    .toMatch(/^HTTP\/1\.1 200/)
})
