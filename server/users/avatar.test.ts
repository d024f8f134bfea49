import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { inPictureLane } from '#server/pictures/picture-formats.ts'
import { testApp } from '#server/testing/app.ts'
import { cpuTimeMs } from '#server/testing/cpu-time.ts'
import { upload } from '#server/testing/upload.ts'

const { app, call, signedIn, config } = await testApp()

let person: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  person = await signedIn()
})

const picture = (width = 400, height = 300) => sharp({ create: { width, height, channels: 3, background: '#256af4' } })
const send = (bytes: Buffer, file: Parameters<typeof upload>[1] = {}) =>
  call('POST', `/api/users/${person.id}/avatar`, { token: person.token, ...upload(bytes, file) })
const files = () => readdir(join(config.dataDir, 'files', 'avatars'))
const served = async (url: string) => (await app.inject({ url })).rawPayload

describe('POST /api/users/{id}/avatar', () => {
  it('takes the field `file` alone', async () => {
    const png = await picture().png().toBuffer()
    expect((await send(png, { field: 'avatar' })).body.errors).toEqual({ file: ['Выберите файл.'] })
  })

  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('crops %s to a square WebP', async (format) => {
    const { status, body } = await send(await picture().toFormat(format).toBuffer(), { name: `a.${format}` })
    expect(status).toBe(200)
    const { url } = body.user.avatar
    const response = await app.inject({ url })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect((await call('GET', '/api/auth/user', { token: person.token })).body.user.avatar).toEqual({ url })
  })

  it('waits while two other pictures are decoded', async () => {
    const ends: (() => void)[] = []
    const others = [1, 2].map(() => inPictureLane(() => new Promise<void>((end) => ends.push(end))))
    const sent = send(await picture().png().toBuffer())
    const manyCalls = async () => {
      for (let made = 0; made < 20; made += 1) await call('GET', '/api/auth/user', { token: person.token })
      return 'waits'
    }
    expect(await Promise.race([sent, manyCalls()])).toBe('waits')
    for (const end of ends) end()
    expect((await sent).status).toBe(200)
    await Promise.all(others)
  })

  it('trusts the picture and not its name', async () => {
    expect((await send(await picture().png().toBuffer(), { name: 'a.txt', type: 'text/plain' })).status).toBe(200)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  it.each([
    ['SVG', Buffer.from(svg)],
    ['SVG with a preamble', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text', Buffer.from('просто текст')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['the head of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('refuses %s that is called .png', async (_what, bytes) => {
    const before = await files()
    const { status, body } = await send(bytes)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ file: ['Неверное расширение файла'] })
    expect(await files()).toEqual(before)
  })

  it('refuses TIFF and a truncated JPEG', async () => {
    expect((await send(await picture().tiff().toBuffer())).status).toBe(422)
    const noise = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#000000',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .jpeg()
      .toBuffer()
    expect((await send(noise.subarray(0, noise.length / 2))).status).toBe(422)
  })

  it('refuses more than 10 MB', async () => {
    const { status, body } = await send(Buffer.alloc(10 * 1_048_576 + 1))
    expect(status).toBe(413)
    expect(body.detail).toBe('Размер файла не должен превышать 10MB')
    expect(body.errors).toEqual({ file: ['Размер файла не должен превышать 10MB'] })
  })

  it('refuses a byte that arrives after exactly 10 MB', async () => {
    const { body, headers } = upload(Buffer.alloc(10 * 1_048_576 + 1))
    const limit = body.indexOf('\r\n\r\n') + 4 + 10 * 1_048_576
    const pieces = async function* () {
      yield body.subarray(0, limit)
      // so that all of it is read before the rest comes
      await new Promise((resolve) => setTimeout(resolve, 200))
      yield body.subarray(limit)
    }
    const response = await app.inject({
      method: 'POST',
      url: `/api/users/${person.id}/avatar`,
      headers: { ...headers, authorization: `Bearer ${person.token}` },
      payload: Readable.from(pieces()),
    })
    expect([response.statusCode, response.json().detail]).toEqual([413, 'Размер файла не должен превышать 10MB'])
  })

  it('sends the refusal to a real connection that keeps sending, and handles the next request', async () => {
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const { body, headers } = upload(Buffer.alloc(40 * 1_048_576))
    const path = `${base}/api/users/${person.id}/avatar`
    const post = (bytes: Buffer) =>
      fetch(path, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${person.token}` },
        body: new Uint8Array(bytes),
      })
    const response = await post(body)
    expect([response.status, (await response.json()).detail]).toEqual([413, 'Размер файла не должен превышать 10MB'])
    const small = await post(upload(await picture().png().toBuffer()).body)
    expect(small.status).toBe(200)
  })

  it('refuses a small file that decompresses to a huge picture', async () => {
    const chunk = (type: string, data: Buffer) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(data.length)
      head.write(type, 4, 'latin1')
      return Buffer.concat([head, data, Buffer.alloc(4)])
    }
    const size = Buffer.alloc(13)
    size.writeUInt32BE(30_000, 0)
    size.writeUInt32BE(30_000, 4)
    size.set([1, 0, 0, 0, 0], 8)
    const bomb = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', size),
      chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
      chunk('IEND', Buffer.alloc(0)),
    ])
    const real = await picture(8000, 7000).png().toBuffer()
    const time = await cpuTimeMs(async () => {
      expect((await send(bomb)).status).toBe(422)
      expect((await send(real)).status).toBe(422)
    })
    expect(time).toBeLessThan(5000)
  })

  it('needs a file', async () => {
    const path = `/api/users/${person.id}/avatar`
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const sent of [
      {},
      { body: {} },
      { body: '--x--\r\n', headers: multipart },
      { body: '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nтекст\r\n--x--\r\n', headers: multipart },
      { body: '--x\r\n', headers: multipart },
      { body: '', headers: multipart },
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
    ]) {
      const { status, body } = await call('POST', path, { token: person.token, ...sent })
      expect([status, body.errors]).toEqual([422, { file: ['Выберите файл.'] }])
    }
  })

  it('keeps little of what comes beside the file', async () => {
    const { body: file, headers } = upload(await picture().png().toBuffer())
    const field = (text: string) =>
      Buffer.from(`--praktika-boundary\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n`)
    const sendWith = (...fields: Buffer[]) =>
      call('POST', `/api/users/${person.id}/avatar`, {
        token: person.token,
        body: Buffer.concat([...fields, file]),
        headers,
      })
    expect((await sendWith(field('а'), field('а'.repeat(100_000)))).status).toBe(200)
    expect((await sendWith(...Array(100).fill(field('а'.repeat(10_000))))).status).toBe(422)
  })

  it('rotates a picture as its camera recorded, and keeps nothing else of its data', async () => {
    const half = { create: { width: 100, height: 200, channels: 3 as const, background: '#ff0000' } }
    const sideways = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#0000ff' } })
      .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Тайна' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const avatar = await served((await send(sideways)).body.user.avatar.url)
    expect((await sharp(avatar).metadata()).exif).toBeUndefined()
    const { data, info } = await sharp(avatar).raw().toBuffer({ resolveWithObject: true })
    const red = (x: number, y: number) => (data[(y * info.width + x) * info.channels] as number) > 128
    // what was on the left is on top
    expect([red(128, 20), red(128, 236)]).toEqual([true, false])
  })

  it('deletes the old file', async () => {
    const bytes = await picture().png().toBuffer()
    const first = (await send(bytes)).body.user.avatar.url
    const second = (await send(bytes)).body.user.avatar.url
    expect(second).not.toBe(first)
    expect((await app.inject({ url: first })).statusCode).toBe(404)
    expect((await app.inject({ url: second })).statusCode).toBe(200)
    const removed = await call('DELETE', `/api/users/${person.id}/avatar`, { token: person.token })
    expect([removed.status, removed.body.user.avatar]).toEqual([200, null])
    expect((await app.inject({ url: second })).statusCode).toBe(404)
    expect((await call('DELETE', `/api/users/${person.id}/avatar`, { token: person.token })).status).toBe(200)
  })

  it('leaves one file when several are uploaded at once', async () => {
    const bytes = await picture().png().toBuffer()
    const before = (await files()).length
    await Promise.all(Array.from({ length: 5 }, () => send(bytes)))
    // with its small copy
    expect((await files()).length).toBe(before + 2)
    const { body } = await call('GET', '/api/auth/user', { token: person.token })
    expect((await app.inject({ url: body.user.avatar.url })).statusCode).toBe(200)
  })

  it('is cached, since its name changes with it', async () => {
    const { url } = (await send(await picture().png().toBuffer())).body.user.avatar
    const { headers } = await app.inject({ url })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const head = await app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, headers['content-length'], ''])
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('can be set by its owner or a curator', async () => {
    const bytes = await picture().png().toBuffer()
    const post = async (role: 'student' | 'curator') =>
      (
        await call('POST', `/api/users/${person.id}/avatar`, {
          token: (await signedIn({ role })).token,
          ...upload(bytes),
        })
      ).status
    expect([await post('student'), await post('curator')]).toEqual([403, 200])
  })

  it('has a small copy, which goes with it', async () => {
    const { url } = (await send(await picture().png().toBuffer())).body.user.avatar
    const small = url.replace('.webp', '-96.webp')
    expect(await sharp(await served(small)).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
    await call('DELETE', `/api/users/${person.id}/avatar`, { token: person.token })
    expect((await app.inject({ url: small })).statusCode).toBe(404)
  })

  it('is served whole where it has no small copy, as those of earlier versions', async () => {
    const { url } = (await send(await picture().png().toBuffer())).body.user.avatar
    const small = url.replace('.webp', '-96.webp')
    await rm(join(config.dataDir, 'files', small))
    expect(await served(small)).toEqual(await served(url))
  })

  it('serves nothing from other folders', async () => {
    for (const path of ['..%2f..%2foutbox', '%2e%2e/%2e%2e/postgres', '', '.', '%00']) {
      expect([404, 422]).toContain((await app.inject({ url: `/avatars/${path}` })).statusCode)
    }
  })
})
