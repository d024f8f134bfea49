import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fileErrors } from '#contract/files/check-file.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { files } from '#server/files/files.table.ts'
import { testApp } from '#server/testing/app.ts'
import { elf } from '#server/uploads/programs.fixture.ts'
import { metadata, tus, uploader } from '#server/uploads/uploads.fixture.ts'

const limit = 3 * 1_048_576
const { app, deps, db, call, signedIn } = await testApp({ env: { MAX_FILE_SIZE: String(limit) } })

let person: Awaited<ReturnType<typeof signedIn>>
let uploads: ReturnType<typeof uploader>

beforeEach(async () => {
  person = await signedIn()
  uploads = uploader(call, person.token)
})

const rowOf = async (id: string) => (await db.select().from(files).where(eq(files.id, id)))[0]
const text = (content: string) => Buffer.from(content)

describe('an upload', () => {
  it('declares its extensions to everybody', async () => {
    for (const path of ['/api/files', `/api/files/${'0'.repeat(32)}`]) {
      const { status, headers } = await call('OPTIONS', path)
      expect(status).toBe(204)
      expect(headers).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,termination',
        'tus-max-size': String(limit),
      })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('is sent in pieces, knows its offset, and becomes a file at its end', async () => {
    const bytes = randomBytes(100_000)
    const begun = await uploads.begin(bytes.length, { name: 'Отчёт о практике.bin' })
    expect(begun.status).toBe(201)
    const id = uploads.idOf(begun)
    expect(begun.headers).toMatchObject({
      location: `/api/files/${id}`,
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await uploads.get(id)).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/не до конца/) } })

    const first = await uploads.append(id, bytes.subarray(0, 60_000))
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '60000'])
    const head = await uploads.head(id)
    expect(head.status).toBe(200)
    expect(head.headers).toMatchObject({
      'upload-offset': '60000',
      'upload-length': '100000',
      'cache-control': 'no-store',
      'upload-metadata': metadata({ filename: 'Отчёт о практике.bin', filetype: 'application/octet-stream' }),
    })
    const last = await uploads.append(id, bytes.subarray(60_000), 60_000)
    expect([last.status, last.headers['upload-offset']]).toEqual([204, '100000'])

    const { body } = await uploads.get(id)
    expect(body).toEqual({
      file: {
        id,
        name: 'Отчёт о практике.bin',
        type: 'application/octet-stream',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: 100_000,
        url: expect.stringMatching(new RegExp(`^/files/${id}\\?expires=\\d+&signature=[\\w-]{43}$`)),
      },
      place: null,
    })
    expect((await app.inject({ url: body.file.url })).rawPayload.equals(bytes)).toBe(true)
  })

  it('can carry its bytes when it begins, and can be empty', async () => {
    const headers = { ...tus, 'upload-metadata': metadata({ filename: 'a.txt' }) }
    const { status, headers: received } = await call('POST', '/api/files', {
      token: person.token,
      body: text('сразу'),
      headers: { ...headers, 'upload-length': '10', 'content-type': 'application/offset+octet-stream' },
    })
    expect([status, received['upload-offset']]).toEqual([201, '10'])
    expect((await rowOf(String(received.location).slice(-32)))?.status).toBe('ready')
    const { file } = await uploads.send(Buffer.alloc(0), { name: 'пусто.txt' })
    expect(file).toMatchObject({ name: 'пусто.txt', size: 0, type: 'text/plain' })
    const empty = await app.inject({ url: file.url })
    expect([empty.statusCode, empty.headers['content-length'], empty.body]).toEqual([200, '0', ''])
  })

  it('is cancelled, and then unknown', async () => {
    const id = uploads.idOf(await uploads.begin(10))
    await uploads.append(id, text('12345'))
    expect((await uploads.cancel(id)).status).toBe(204)
    expect(await deps.files.size(id)).toBeNull()
    expect(await rowOf(id)).toBeUndefined()
    for (const again of [uploads.head(id), uploads.append(id, text('6'), 5), uploads.cancel(id), uploads.get(id)]) {
      expect((await again).status).toBe(404)
    }
  })

  it('that is complete is finished by the next request for it, when its process died before it could', async () => {
    const { id } = await buildFile(db, deps.files, { user_id: person.id, status: 'uploading', bytes: text('12345678') })
    const { Readable } = await import('node:stream')
    await deps.files.uploads.write(Readable.from([text('5678')]), id, 4)
    expect((await uploads.head(id)).headers['upload-offset']).toBe('8')
    const [one, other] = await Promise.all([uploads.get(id), uploads.get(id)])
    expect(one).toMatchObject({ status: 200, body: { file: { id, type: 'text/plain' } } })
    expect(other.status).toBe(200)
    expect((await rowOf(id))?.status).toBe('ready')
  })
})

describe('a refusal', () => {
  const problem = async (response: ReturnType<typeof call>) => {
    const { status, body, headers } = await response
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(body.detail).toMatch(/[а-яё]/)
    return [status, body.type.split(':').at(-1)]
  }

  it('is sent to guests before anything else', async () => {
    const id = uploads.idOf(await uploads.begin(5))
    for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE'] as const) {
      const { status } = await call(method, method === 'POST' ? '/api/files' : `/api/files/${id}`, { headers: tus })
      expect([method, status]).toEqual([method, 401])
    }
    expect(await problem(call('PATCH', `/api/files/${id}`, { body: text('12345') }))).toEqual([401, 'not-signed-in'])
  })

  it.each(['%00', '..%2f..%2fa', '0'.repeat(31), 'A'.repeat(32), '__proto__'])('is sent for the id %s', async (id) => {
    for (const act of [uploads.head, uploads.cancel, uploads.get]) expect((await act(id)).status).toBe(404)
    expect((await uploads.append(id, text('1'))).status).toBe(404)
  })

  it('hides uploads from everybody else, even curators', async () => {
    const id = uploads.idOf(await uploads.begin(5))
    const before = await rowOf(id)
    for (const role of ['student', 'curator'] as const) {
      const other = uploader(call, (await signedIn({ role })).token)
      for (const response of [other.head(id), other.append(id, text('12345')), other.cancel(id), other.get(id)]) {
        expect((await response).status).toBe(404)
      }
    }
    expect(await rowOf(id)).toEqual(before)
    expect((await uploads.head(id)).headers['upload-offset']).toBe('0')
  })

  it('is sent for a file that is too large, with the message of the specification', async () => {
    const { status, body } = await uploads.begin(limit + 1)
    expect([status, body.detail]).toEqual([413, 'Размер файла не должен превышать 3MB'])
    expect(body.errors).toEqual({ file: ['Размер файла не должен превышать 3MB'] })
    expect((await uploads.begin(limit)).status).toBe(201)
  })

  it('is sent for more bytes than declared', async () => {
    const id = uploads.idOf(await uploads.begin(5))
    expect(await problem(uploads.append(id, text('123456')))).toEqual([413, 'too-large'])
    expect((await uploads.head(id)).headers['upload-offset']).toBe('0')
    expect((await uploads.append(id, text('12345'))).status).toBe(204)
  })

  it('is sent for a wrong offset, and changes nothing', async () => {
    const id = uploads.idOf(await uploads.begin(10))
    await uploads.append(id, text('123'))
    expect(await problem(uploads.append(id, text('abc'), 0))).toEqual([409, 'upload-conflict'])
    expect(await problem(uploads.append(id, text('abc'), 7))).toEqual([409, 'upload-conflict'])
    expect((await uploads.head(id)).headers['upload-offset']).toBe('3')
  })

  it.each([
    [{}, 412, 'upload-version'],
    [{ 'tus-resumable': '0.2.2' }, 412, 'upload-version'],
    [{ ...tus }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-length': '-1' }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-length': '1e3' }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-length': '9'.repeat(30) }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-defer-length': '1' }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-length': '5' }, 422, 'invalid'],
    [{ ...tus, 'upload-length': '5', 'upload-metadata': 'filename' }, 422, 'invalid'],
    [{ ...tus, 'upload-length': '5', 'upload-metadata': 'filename !!!' }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-length': '5', 'upload-metadata': 'filename YQ==,filename Yg==' }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-length': '5', 'upload-metadata': 'filename YQ==,__proto__ Yg==' }, 400, 'upload-unreadable'],
    [{ ...tus, 'upload-length': '5', 'upload-metadata': 'filename YQ== Yg==' }, 400, 'upload-unreadable'],
  ] as const)('meets a beginning with %j: %i', async (headers, status, code) => {
    expect(await problem(call('POST', '/api/files', { token: person.token, headers }))).toEqual([status, code])
    expect(await db.select().from(files).where(eq(files.user_id, person.id))).toEqual([])
  })

  it('is sent for a piece without the required headers of tus', async () => {
    const id = uploads.idOf(await uploads.begin(5))
    const patch = (headers: Record<string, string>) =>
      problem(call('PATCH', `/api/files/${id}`, { token: person.token, body: text('12345'), headers }))
    const octets = { 'content-type': 'application/offset+octet-stream' }
    expect(await patch({ ...tus, ...octets })).toEqual([400, 'upload-unreadable'])
    expect(await patch({ ...tus, ...octets, 'upload-offset': '-1' })).toEqual([400, 'upload-unreadable'])
    expect(await patch({ ...tus, 'upload-offset': '0', 'content-type': 'application/json' })).toEqual([
      400,
      'upload-unreadable',
    ])
    expect(await patch({ ...octets, 'upload-offset': '0' })).toEqual([412, 'upload-version'])
    expect(await problem(uploads.append('nonsense', text('1')))).toEqual([404, 'not-found'])
    expect(await problem(uploads.append('%2e%2e', text('1')))).toEqual([404, 'not-found'])
  })

  it('is sent for the 51st unfinished upload of one person, even when they begin together', async () => {
    const begun = await Promise.all(Array.from({ length: 53 }, () => uploads.begin(5)))
    expect(begun.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(50)
    const refused = begun.find(({ status }) => status === 429)
    expect(refused?.body.detail).toMatch(/50 незаконченных/)
    const id = uploads.idOf(begun.find(({ status }) => status === 201) as (typeof begun)[number])
    await uploads.append(id, text('12345'))
    expect((await uploads.begin(5)).status).toBe(201)
    expect((await uploader(call, (await signedIn()).token).begin(5)).status).toBe(201)
  })

  it('is sent for a type that is not allowed, at the beginning and by its bytes at the end', async () => {
    const wrong = 'Неверное расширение файла'
    const html = text('<!doctype html><script>alert(1)</script>')
    const atOnce = await uploads.begin(5, { name: 'a.exe', accept: '.pdf,image/*' })
    expect([atOnce.status, atOnce.body.detail]).toEqual([422, wrong])
    for (const [name, type, accept] of [
      ['a.png', 'image/png', 'image/*'],
      ['a.png', 'image/png', '.png'],
      ['a.pdf', 'application/pdf', '.pdf, application/pdf'],
      ['a.mp4', 'video/mp4', 'video/mp4'],
    ] as const) {
      const { id, last } = await uploads.send(html, { name, type, accept })
      expect([last.status, last.body.detail, last.body.errors]).toEqual([422, wrong, { file: [wrong] }])
      expect(await rowOf(id)).toBeUndefined()
      expect(await deps.files.size(id)).toBeNull()
    }
    expect(
      (await uploads.send(text('WEBVTT\n\n'), { name: 'титры.vtt', type: '', accept: '.vtt' })).file,
    ).toMatchObject({
      type: 'text/vtt',
    })
  })

  it('is sent for a program under the name of a document, whatever the upload allows', async () => {
    const sentence = fileErrors.program('.pdf')
    for (const accept of [undefined, 'application/x-elf']) {
      const { id, last } = await uploads.send(elf, {
        name: 'Отчёт.pdf',
        type: 'application/x-elf',
        ...(accept && { accept }),
      })
      expect([last.status, last.body.detail, last.body.errors]).toEqual([422, sentence, { file: [sentence] }])
      expect(await rowOf(id)).toBeUndefined()
      expect(await deps.files.size(id)).toBeNull()
    }
    expect((await uploads.send(elf, { name: 'программа.elf' })).file).toMatchObject({ type: 'application/x-elf' })
    expect((await uploads.send(elf, { name: 'a.out' })).file).toMatchObject({ type: 'application/x-elf' })
  })

  it('is sent for such a program that is sent in pieces, at its end', async () => {
    const begun = await uploads.begin(elf.length, { name: 'фото.jpg' })
    const id = uploads.idOf(begun)
    expect((await uploads.append(id, elf.subarray(0, 3))).status).toBe(204)
    const last = await uploads.append(id, elf.subarray(3), 3)
    expect([last.status, last.body.detail]).toEqual([422, fileErrors.program('.jpg')])
    expect(await rowOf(id)).toBeUndefined()
  })

  it('protects a file that something uses', async () => {
    const { id } = await buildFile(db, deps.files, { user_id: person.id })
    const { fileUses } = await import('#server/files/files.table.ts')
    await db.insert(fileUses).values({ file_id: id, owner: 'lesson', owner_id: 1 })
    expect(await problem(uploads.cancel(id))).toEqual([409, 'wrong-state'])
    expect((await uploads.get(id)).status).toBe(200)
    await db.delete(fileUses).where(eq(fileUses.file_id, id))
    expect((await uploads.cancel(id)).status).toBe(204)
    expect((await uploads.get(id)).status).toBe(404)
  })
})

describe('over a real connection', () => {
  const listening = app.listen({ port: 0, host: '127.0.0.1' })
  const address = async () => new URL(await listening)

  /** Begins to send a piece and stays connected without sending the rest. */
  const stall = async (id: string, length: number, part: Buffer) => {
    const { hostname, port } = await address()
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const head = [
      `PATCH /api/files/${id} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${person.token}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(part)
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    return { socket, answered }
  }

  it('resumes at once where an abandoned connection hangs', async () => {
    const bytes = randomBytes(limit)
    const id = uploads.idOf(await uploads.begin(bytes.length))
    const { socket } = await stall(id, bytes.length, bytes.subarray(0, limit - 1000))
    await expect.poll(() => deps.files.size(id), { timeout: 10_000 }).toBeGreaterThan(1_000_000)
    // how long the abandoned one may take to end by itself, in milliseconds, however long the machine takes
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { headers } = await uploads.head(id)
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 50)
    const offset = Number(headers['upload-offset'])
    expect(offset).toBeGreaterThan(1_000_000)
    expect(offset).toBeLessThan(limit)
    expect((await uploads.append(id, bytes.subarray(offset), offset)).status).toBe(204)
    const { body } = await uploads.get(id)
    const read = (await app.inject({ url: body.file.url })).rawPayload
    expect(createHash('sha256').update(read).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    socket.destroy()
  })

  it('is cancelled at once where an abandoned connection hangs', async () => {
    const id = uploads.idOf(await uploads.begin(limit))
    const { socket } = await stall(id, limit, randomBytes(limit - 1000))
    await expect.poll(() => deps.files.size(id), { timeout: 10_000 }).toBeGreaterThan(1_000_000)
    expect((await uploads.cancel(id)).status).toBe(204)
    await expect(deps.files.size(id)).resolves.toBeNull()
    socket.destroy()
  })

  it('sends a refusal to a client that keeps sending, and hangs up', async () => {
    const id = uploads.idOf(await uploads.begin(limit))
    const { socket, answered } = await stall(id, limit * 2, randomBytes(1000))
    expect(await answered).toMatch(/^HTTP\/1.1 413 /)
    await new Promise((resolve) => socket.once('close', resolve))
  })
})
