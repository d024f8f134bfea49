import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildFile } from '#server/files/files.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { upload } from '#server/testing/upload.ts'
import { elf } from '#server/uploads/programs.fixture.ts'
import { takeUploadQuota } from '#server/uploads/upload-quota.ts'
import { metadata, tus, uploader } from '#server/uploads/uploads.fixture.ts'
import { buildChild } from '#server/users/users.factory.ts'

const megabyte = 2 ** 20
const env = { QUOTA_UPLOAD_PER_DAY: String(3 * megabyte), QUOTA_STORAGE: String(10 * megabyte) }
const { deps, db, call, signedIn } = await testApp({ env })

let person: Awaited<ReturnType<typeof signedIn>>
let uploads: ReturnType<typeof uploader>

beforeEach(async () => {
  person = await signedIn()
  uploads = uploader(call, person.token)
})

const rowsOf = async (userId: number) =>
  (await db.execute(sql`select id from files where user_id = ${userId}`)).rows.length

describe('uploads of one day', () => {
  it('are refused with a sentence once their declared lengths exceed the quota', async () => {
    expect((await uploads.begin(2 * megabyte)).status).toBe(201)
    const { status, body, headers } = await uploads.begin(2 * megabyte)
    expect([status, body.type]).toEqual([429, 'urn:praktika:problem:quota-reached'])
    expect(body.detail).toMatch(/^За сутки можно загрузить не больше 3\sМБ.*завтра/)
    expect(Number(headers['retry-after'])).toBeGreaterThan(86_000)
    expect(await rowsOf(person.id)).toBe(1)
    expect((await uploads.begin(megabyte)).status).toBe(201)
    // quotas are separate for each person
    expect((await uploader(call, (await signedIn()).token).begin(megabyte)).status).toBe(201)
  })

  it('cannot exceed it together', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => uploads.begin(megabyte)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(5).fill(429)])
  })

  it('count whatever happened to the file; unsent bytes are given back', async () => {
    const { id } = await uploads.send(Buffer.alloc(megabyte))
    expect((await uploads.cancel(id)).status).toBe(204)
    const begun = uploads.idOf(await uploads.begin(2 * megabyte))
    expect((await uploads.begin(1)).status).toBe(429)
    await uploads.append(begun, Buffer.alloc(megabyte / 2))
    expect((await uploads.cancel(begun)).status).toBe(204)
    expect((await uploads.begin(1.5 * megabyte + 1)).status).toBe(429)
    expect((await uploads.begin(1.5 * megabyte)).status).toBe(201)
  })

  it('are given back once, however often they are cancelled', async () => {
    const id = uploads.idOf(await uploads.begin(3 * megabyte))
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => uploads.cancel(id)))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([204, ...Array(5).fill(404)])
    expect((await uploads.begin(3 * megabyte + 1)).status).toBe(429)
    expect((await uploads.begin(3 * megabyte)).status).toBe(201)
  })

  it('do not count what the site itself failed to take', async () => {
    // nobody listens there
    const away = await testApp({ env: { ...env, CLAMAV_URL: 'tcp://127.0.0.1:1' } })
    const { token } = await away.signedIn()
    const size = String(megabyte)
    const send = () =>
      away.call('POST', '/api/files', {
        token,
        body: Buffer.alloc(megabyte),
        headers: {
          ...tus,
          'upload-length': size,
          'content-type': 'application/offset+octet-stream',
          'upload-metadata': metadata({ filename: 'доклад.bin', filetype: 'application/octet-stream' }),
        },
      })
    for (let tries = 0; tries < 5; tries += 1) expect((await send()).status).toBe(503)
  })

  it('count those that are refused when their last byte has come', async () => {
    const send = () =>
      call('POST', '/api/files', {
        token: person.token,
        body: Buffer.concat([elf, Buffer.alloc(2 * megabyte - elf.length)]),
        headers: {
          ...tus,
          'upload-length': String(2 * megabyte),
          'content-type': 'application/offset+octet-stream',
          'upload-metadata': metadata({ filename: 'реферат.pdf', filetype: 'application/pdf' }),
        },
      })
    expect((await send()).status).toBe(422)
    expect((await uploads.begin(megabyte + 1)).status).toBe(429)
    expect((await uploads.begin(megabyte)).status).toBe(201)
  })

  it('are possible again a day later', async () => {
    expect((await uploads.begin(3 * megabyte)).status).toBe(201)
    await db.execute(
      sql`update throttle_hits set at = at - interval '24 hours' where key = ${`upload:account:${person.id}`}`,
    )
    expect((await uploads.begin(3 * megabyte)).status).toBe(201)
  })

  it('include profile pictures', async () => {
    await uploads.begin(3 * megabyte)
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#256af4' } })
      .png()
      .toBuffer()
    const sent = { token: person.token, ...upload(picture) }
    const { status, body } = await call('POST', `/api/users/${person.id}/avatar`, sent)
    expect([status, body.type]).toEqual([429, 'urn:praktika:problem:quota-reached'])
  })
})

describe('everything a person has uploaded', () => {
  it('takes no more space than the quota, including unfinished uploads', async () => {
    await buildFile(db, deps.files, { user_id: person.id, bytes: Buffer.alloc(8 * megabyte) })
    expect((await uploads.begin(megabyte)).status).toBe(201)
    const { status, body } = await uploads.begin(megabyte + 1)
    expect(status).toBe(413)
    expect(body.detail).toMatch(/^Файл не поместится: .* не больше 10\sМБ, сейчас занято 9\sМБ\..*Уберите/)
    expect(body.errors.file).toEqual([body.detail])
    const responses = await Promise.all([uploads.begin(megabyte), uploads.begin(megabyte)])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 413])
  })
})

describe('before an address is confirmed', () => {
  const hasNearly200 = (userId: number) =>
    db.execute(sql`
      insert into files (id, user_id, name, type, size, status, link_key)
      values (${randomBytes(16).toString('hex')}, ${userId}, 'фильм.mp4', 'video/mp4', ${199.5 * megabyte}, 'ready', '\\x00')`)

  it('somebody can keep max 200 MB', async () => {
    const { id, token } = await signedIn({ email_confirmed_at: null })
    await hasNearly200(id)
    const { status, body } = await uploader(call, token).begin(megabyte)
    expect([status, body.detail]).toEqual([413, expect.stringContaining('почта не подтверждена')])
  })

  it('is no limit of people without an address', async () => {
    const child = await buildChild(db, { login: 'petya' })
    await hasNearly200(child.id)
    const large = { ...deps.config.uploadQuota, storage: 1000 * megabyte }
    await db.transaction((tx) => takeUploadQuota(tx, child, megabyte, large))
    const late = db.transaction((tx) => takeUploadQuota(tx, child, 900 * megabyte, large))
    await expect(late).rejects.toMatchObject({ detail: expect.stringContaining('Файл не поместится') })
  })
})
