import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, expect, it, vi } from 'vitest'
import { sendZip } from '#server/files/send-zip.ts'

const app = Fastify()
afterAll(() => app.close())

it('leaves nothing open when its reader hangs up while the next file is being opened', async () => {
  const opening = Promise.withResolvers<Readable>()
  const [asked, ended] = [vi.fn(), vi.fn()]
  app.get('/', async (_request, reply) => {
    const open = () => {
      asked()
      return opening.promise
    }
    await sendZip(reply, 'a.zip', [{ path: 'a.ts', size: 1_000_000, open }], ended)
    return reply
  })
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const reader = connect(Number(port), hostname)
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => asked).toHaveBeenCalledOnce()
  reader.destroy()
  await expect.poll(() => ended).toHaveBeenCalledOnce()
  const bytes = new Readable({
    read() {
      this.push(Buffer.alloc(65_536))
    },
  })
  opening.resolve(bytes)
  await expect.poll(() => bytes.closed).toBe(true)
})
