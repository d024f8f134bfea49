import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { fileLink, isFileLink } from '#server/files/file-link.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { files, fileUses } from '#server/files/files.table.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { app, deps, db, call, signedIn } = await testApp()
const person = await signedIn()
const build = (values: Partial<Parameters<typeof buildFile>[2]> = {}) =>
  buildFile(db, deps.files, { user_id: person.id, ...values })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

afterEach(() => {
  vi.useRealTimers()
})

describe('a link', () => {
  it('works for everybody who has it, for some hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const file = await build({ bytes: Buffer.from('Привет') })
    const link = fileLink(file)
    const response = await get(link)
    expect([response.statusCode, response.body]).toEqual([200, 'Привет'])
    const [, age] = /^private, max-age=(\d+), immutable$/.exec(String(response.headers['cache-control'])) ?? []
    expect(Number(age)).toBeGreaterThan(6 * 3600 - 1)
    expect(Number(age)).toBeLessThanOrEqual(7 * 3600)
    vi.setSystemTime(Date.now() + 6 * hourMs - 1000)
    expect((await get(link)).statusCode).toBe(200)
    vi.setSystemTime(Date.now() + hourMs + 2000)
    const late = await get(link)
    expect([late.statusCode, late.json().type, late.headers['cache-control']]).toEqual([
      403,
      'urn:praktika:problem:file-link-expired',
      'no-store',
    ])
    expect(late.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect((await get(fileLink(file))).statusCode).toBe(200)
  })

  it('does not work when it was changed', async () => {
    const [file, other] = [await build(), await build()]
    const link = new URL(fileLink(file), 'http://x')
    const [expires, signature] = [link.searchParams.get('expires'), link.searchParams.get('signature')]
    for (const query of [
      `expires=${Number(expires) + 1}&signature=${signature}`,
      `expires=${expires}&signature=${signature?.replace(/.$/, 'x')}`,
      `expires=${expires}&signature=`,
      `expires=${expires}`,
      `signature=${signature}`,
      `expires=x&signature=x`,
      `expires=${expires}&expires=${expires}&signature=${signature}&signature=${signature}`,
    ]) {
      expect([query, (await get(`/files/${file.id}?${query}`)).statusCode]).toEqual([query, 403])
    }
    expect((await get(`/files/${other.id}${link.search}`)).statusCode).toBe(403)
    // four last letters decode to the same bytes: one of them is right
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    const right = letters.filter((letter) =>
      isFileLink(file, { expires: String(expires), signature: `${signature?.slice(0, -1)}${letter}` }),
    )
    expect(right).toEqual([signature?.at(-1)])
  })

  it('to a missing file returns 404', async () => {
    const file = await build()
    const { search } = new URL(fileLink(file), 'http://x')
    const unfinished = await build({ status: 'uploading' })
    const deleting = await build()
    await db.update(files).set({ status: 'deleting' }).where(eq(files.id, deleting.id))
    for (const url of [
      `/files/${'0'.repeat(32)}${search}`,
      `/files/nonsense${search}`,
      `/files/${file.id}/thumbnail${search}`,
      `/files/${file.id}/w961${search}`,
      `/files/${file.id}/toString${search}`,
      `/files/..%2fa${search}`,
      fileLink(unfinished),
      fileLink(deleting),
    ]) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    }
  })

  it('to lost bytes returns an error that is not cached', async () => {
    const file = await build()
    await deps.files.remove(file.id)
    const { statusCode, headers } = await get(fileLink(file))
    expect([statusCode, headers['cache-control'], headers['content-disposition']]).toEqual([404, 'no-store', undefined])
  })
})

describe('the bare address', () => {
  it('shows a guest what a guest may see, and is revalidated every time', async () => {
    const file = await build()
    const url = `/files/${file.id}`
    expect((await get(url)).statusCode).toBe(404)
    const project = await buildProject(db, { authors: [person.id] })
    await db.insert(fileUses).values({ file_id: file.id, owner: 'project', owner_id: project.id })
    const response = await get(url)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const again = await get(url, { 'if-none-match': String(response.headers.etag) })
    expect(again.statusCode).toBe(304)
    await db.delete(fileUses).where(eq(fileUses.file_id, file.id))
    expect((await get(url, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(404)
  })
})

const bytes = randomBytes(1000)
const file = await build({ bytes, name: 'данные.bin' })
const link = fileLink(file)
const { headers } = await get(link)
const etag = String(headers.etag)
const modified = String(headers['last-modified'])

describe('ranges', () => {
  const whole = { status: 200, range: undefined, length: '1000', from: 0, to: 1000 }

  it('are offered', () => {
    expect(headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '1000', etag: `"${file.id}"` })
    expect(Date.parse(modified)).toBe(Math.floor(Date.parse(file.created_at) / 1000) * 1000)
  })

  it.each([
    [{ range: 'bytes=0-0' }, { status: 206, range: 'bytes 0-0/1000', length: '1', from: 0, to: 1 }],
    [{ range: 'bytes=500-' }, { status: 206, range: 'bytes 500-999/1000', length: '500', from: 500, to: 1000 }],
    [{ range: 'bytes=990-5000' }, { status: 206, range: 'bytes 990-999/1000', length: '10', from: 990, to: 1000 }],
    [{ range: 'bytes=-10' }, { status: 206, range: 'bytes 990-999/1000', length: '10', from: 990, to: 1000 }],
    [{ range: 'bytes=-5000' }, whole],
    [{ range: 'bytes=0-1,5-6' }, whole],
    [{ range: 'bytes=x' }, whole],
    [{ range: 'lines=0-1' }, whole],
    [
      { range: 'bytes=0-9', 'if-range': etag },
      { status: 206, range: 'bytes 0-9/1000', length: '10', from: 0, to: 10 },
    ],
    [
      { range: 'bytes=0-9', 'if-range': modified },
      { status: 206, range: 'bytes 0-9/1000', length: '10', from: 0, to: 10 },
    ],
    [{ range: 'bytes=0-9', 'if-range': '"other"' }, whole],
    [{ range: 'bytes=0-9', 'if-range': `W/${etag}` }, whole],
    [{ range: 'bytes=0-9', 'if-range': 'Sat, 01 Jan 2000 00:00:00 GMT' }, whole],
  ] as const)('%j', async (asked, { status, range, length, from, to }) => {
    const response = await get(link, asked as Record<string, string>)
    expect([response.statusCode, response.headers['content-range'], response.headers['content-length']]).toEqual([
      status,
      range,
      length,
    ])
    expect(response.rawPayload.equals(bytes.subarray(from, to))).toBe(true)
  })

  it('that do not exist are refused', async () => {
    for (const range of ['bytes=1000-', 'bytes=2000-3000', 'bytes=5-4']) {
      const response = await get(link, { range })
      expect([range, response.statusCode, response.headers['content-range'], response.body]).toEqual([
        range,
        416,
        'bytes */1000',
        '',
      ])
    }
    const empty = fileLink(await build({ bytes: Buffer.alloc(0) }))
    expect((await get(empty, { range: 'bytes=0-' })).statusCode).toBe(416)
    expect((await get(empty)).headers['content-length']).toBe('0')
  })

  it.each([
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': `"a", W/${etag}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"a"' }, 200],
    [{ 'if-none-match': '"a"', 'if-modified-since': modified }, 200],
    [{ 'if-modified-since': modified }, 304],
    [{ 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': etag, range: 'bytes=0-1' }, 304],
  ])('are left out when the client has the file: %j returns %i', async (asked, status) => {
    const response = await get(link, asked as Record<string, string>)
    expect(response.statusCode).toBe(status)
    if (status === 304) expect([response.body, response.headers.etag]).toEqual(['', etag])
  })

  it('are not compressed, whatever the browser accepts', async () => {
    const text = fileLink(await build({ bytes: Buffer.from('а'.repeat(5000)) }))
    const response = await get(text, { 'accept-encoding': 'gzip, br', range: 'bytes=0-3999' })
    expect([
      response.headers['content-encoding'],
      response.headers['content-length'],
      response.rawPayload.length,
    ]).toEqual([undefined, '4000', 4000])
    expect((await get(text, { 'accept-encoding': 'gzip' })).rawPayload.length).toBe(10_000)
  })

  it('have a HEAD without reading a byte', async () => {
    const response = await app.inject({ method: 'HEAD', url: link, headers: { range: 'bytes=0-9' } })
    expect([response.statusCode, response.headers['content-length'], response.headers.etag, response.body]).toEqual([
      200,
      '1000',
      etag,
      '',
    ])
  })

  it('are no longer read when the client is gone', async () => {
    const film = await build({ bytes: Buffer.alloc(40 * 1_048_576, 1), name: 'a.bin' })
    const read = vi.spyOn(deps.files, 'read')
    const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${fileLink(film)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    const stream = await read.mock.results[0]?.value
    await expect.poll(() => stream.destroyed).toBe(true)
    read.mockRestore()
  })
})

const text = Buffer.from('<script>alert(1)</script>')
const picture = await sharp({ create: { width: 400, height: 8, channels: 3, background: '#256af4' } })
  .png()
  .toBuffer()

const windows1251 = Buffer.concat([
  Buffer.from('<?xml version="1.0" encoding="windows-1251"?>\n<a>'),
  Buffer.from('cff0e8e2e5f2', 'hex'),
  Buffer.from('</a>'),
])

describe('what a file is served as', () => {
  it.each([
    ['снимок.png', picture, 'image/png', 'inline'],
    ['a.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf', 'inline'],
    [
      'a.webm',
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('\x9f\x42\x82\x84webm', 'latin1')]),
      'video/webm',
      'inline',
    ],
    ['a.txt', text, 'text/plain; charset=utf-8', 'inline'],
    ['a.vtt', Buffer.from('WEBVTT\n\n'), 'text/vtt; charset=utf-8', 'attachment'],
    ['a.html', text, 'text/html; charset=utf-8', 'attachment'],
    ['a.svg', text, 'image/svg+xml; charset=utf-8', 'attachment'],
    ['a.xml', text, 'application/xml; charset=utf-8', 'attachment'],
    ['b.xml', windows1251, 'application/xml; charset=windows-1251', 'attachment'],
    ['b.txt', Buffer.from('\ufeffПривет', 'utf16le'), 'text/plain; charset=utf-16le', 'inline'],
    ['a.js', text, 'application/octet-stream', 'attachment'],
    ['a.mjs', text, 'application/octet-stream', 'attachment'],
    ['a.csv', text, 'text/csv; charset=utf-8', 'attachment'],
    ['a.css', text, 'text/css; charset=utf-8', 'attachment'],
    ['a.xhtml', text, 'application/xhtml+xml; charset=utf-8', 'attachment'],
    ['a.bin', Buffer.from([0, 1, 2, 255]), 'application/octet-stream', 'attachment'],
  ])('%s', async (name, bytes, type, disposition) => {
    const { headers } = await get(fileLink(await build({ name, bytes })))
    expect(headers['content-type']).toBe(type)
    expect(String(headers['content-disposition']).split(';')[0]).toBe(disposition)
    expect(headers['x-content-type-options']).toBe('nosniff')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'/)
    expect(policy).not.toMatch(/script-src|unsafe-eval/)
    expect(/sandbox/.test(policy)).toBe(!['application/pdf', 'video/webm'].includes(type))
  })

  it('is the same for HEAD, for a part, and for what a cache has already', async () => {
    const link = fileLink(await build({ name: 'a.html', bytes: text }))
    const whole = await get(link)
    const etag = String(whole.headers.etag)
    const head = await app.inject({ method: 'HEAD', url: link })
    const part = await get(link, { range: 'bytes=0-3' })
    const known = await get(link, { 'if-none-match': etag })
    expect([head.statusCode, part.statusCode, known.statusCode]).toEqual([200, 206, 304])
    for (const { headers } of [head, part, known]) {
      for (const name of ['content-disposition', 'content-security-policy', 'x-content-type-options']) {
        expect(headers[name]).toBe(whole.headers[name])
      }
    }
    expect(whole.headers['content-disposition']).toMatch(/^attachment/)
    expect(whole.headers['content-security-policy']).toMatch(/sandbox/)
  })

  it('is downloaded under its own name, even a Russian one, when that is asked for', async () => {
    const file = await build({ name: 'Моё "фото" №1.png', bytes: picture })
    const { headers } = await get(`${fileLink(file)}&download`)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="??? \\"????\\" ?1.png"; filename*=UTF-8''%D0%9C%D0%BE%D1%91%20%22%D1%84%D0%BE%D1%82%D0%BE%22%20%E2%84%961.png`,
    )
    expect(headers['content-security-policy']).toMatch(/sandbox/)
    const copy = await get(`${fileLink(file, 'thumbnail')}&download=1`)
    expect(String(copy.headers['content-disposition'])).toMatch(/^attachment; .*\.png\.webp$/)
    expect(copy.headers.etag).not.toBe(headers.etag)
  })
})

describe('/api/files/{id}', () => {
  it('asks whose session has ended to sign in again: a file of theirs is not gone', async () => {
    const { id } = await build()
    const missing = '0'.repeat(32)
    const statusOf = async (file: string, token?: string) =>
      (await call('GET', `/api/files/${file}`, token ? { token } : {})).status
    const ended = randomBytes(32).toString('base64url')
    const other = await signedIn()
    expect([await statusOf(id, person.token), await statusOf(id, ended)]).toEqual([200, 401])
    expect([await statusOf(id), await statusOf(id, other.token), await statusOf(missing, ended)]).toEqual([
      404, 404, 401,
    ])
  })

  it('remembers where each person stopped watching', async () => {
    const file = await build()
    const project = await buildProject(db, { authors: [person.id] })
    await db.insert(fileUses).values({ file_id: file.id, owner: 'project', owner_id: project.id })
    const path = `/api/files/${file.id}`
    const other = await signedIn()
    for (const seconds of [12.5, 340.25]) {
      expect((await call('PUT', `${path}/place`, { token: person.token, body: { seconds } })).status).toBe(204)
      expect((await call('GET', path, { token: person.token })).body.place).toBe(seconds)
    }
    expect((await call('GET', path, { token: other.token })).body.place).toBeNull()
    const guest = await call('GET', path)
    expect(guest.body).toMatchObject({ place: null, file: { id: file.id, name: 'конспект.txt' } })
    expect((await get(guest.body.file.url)).statusCode).toBe(200)
    for (const seconds of [-1, 1e9, 'x', null]) {
      expect((await call('PUT', `${path}/place`, { token: person.token, body: { seconds } })).status).toBe(422)
    }
  })
})
