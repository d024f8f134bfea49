import { randomBytes } from 'node:crypto'
import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { files } from '#server/files/files.table.ts'
import { testApp } from '#server/testing/app.ts'
import { testS3 } from '#server/testing/s3.ts'
import { upload } from '#server/testing/upload.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const s3 = await testS3()
const { app, db, call, signedIn } = await testApp({ env: { S3_URL: s3.url } })
const disk = await testApp()
const person = await signedIn()
const uploads = uploader(call, person.token)

const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#256af4' } })
  .jpeg()
  .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 2089/100' } })
  .toBuffer()

it('keeps pictures, parts of files and avatars on S3', async () => {
  const { file } = await uploads.send(picture, { name: 'a.jpg', type: 'image/jpeg' })
  expect(file).toMatchObject({ type: 'image/jpeg', size: picture.length, image: { width: 1200, height: 800 } })
  const read = await app.inject({ url: file.url })
  expect([read.statusCode, read.rawPayload.length]).toEqual([200, picture.length])
  expect(read.rawPayload.equals(picture)).toBe(false)
  const part = await app.inject({ url: file.url, headers: { range: 'bytes=-100' } })
  expect([part.statusCode, part.rawPayload.equals(read.rawPayload.subarray(-100))]).toEqual([206, true])
  const thumbnail = await app.inject({ url: file.image.thumbnail_url })
  expect((await sharp(thumbnail.rawPayload).metadata()).width).toBe(320)
  const { body } = await call('POST', `/api/users/${person.id}/avatar`, { token: person.token, ...upload(picture) })
  expect((await app.inject({ url: body.user.avatar.url })).statusCode).toBe(200)
  expect((await uploads.cancel(file.id)).status).toBe(204)
  expect((await app.inject({ url: file.url })).statusCode).toBe(404)
})

it('reports that its storage does not respond, and resumes when it does', async () => {
  const bytes = randomBytes(6_000_000)
  const begun = await uploads.begin(bytes.length)
  const id = uploads.idOf(begun)
  await uploads.append(id, bytes.subarray(0, 2_000_000))
  await s3.stop()
  for (const response of [
    uploads.head(id),
    uploads.append(id, bytes.subarray(2_000_000), 2_000_000),
    uploads.begin(5),
  ]) {
    expect((await response).status).toBe(503)
  }
  expect((await uploads.append(id, bytes.subarray(2_000_000), 2_000_000)).body).toMatchObject({
    type: 'urn:praktika:problem:storage-away',
    detail: expect.stringMatching(/Хранилище файлов сейчас не отвечает/),
  })
  // an upload whose client never got its address does not count
  const unfinished = await db.select({ id: files.id }).from(files).where(eq(files.status, 'uploading'))
  expect(unfinished).toEqual([{ id }])
  await s3.start()
  const offset = Number((await uploads.head(id)).headers['upload-offset'])
  expect(offset).toBe(2_000_000)
  expect((await uploads.append(id, bytes.subarray(offset), offset)).status).toBe(204)
  const { body } = await uploads.get(id)
  expect((await app.inject({ url: body.file.url })).rawPayload.equals(bytes)).toBe(true)
})

it('reports that there is no space left, and resumes when there is', async () => {
  const { call, signedIn, config } = disk
  const { begin, idOf, append, head } = uploader(call, (await signedIn()).token)
  const id = idOf(await begin(10))
  await append(id, Buffer.from('12345'))
  const path = join(config.dataDir, 'files', id)
  await rename(path, `${path}.aside`)
  // a file of Linux that never has space
  await symlink('/dev/full', path)
  const { status, body } = await append(id, Buffer.from('12345'))
  expect([status, body.type]).toEqual([507, 'urn:praktika:problem:storage-full'])
  expect(body.detail).toMatch(/кончилось место/)
  await rename(`${path}.aside`, path)
  expect((await head(id)).headers['upload-offset']).toBe('5')
  expect((await append(id, Buffer.from('67890'), 5)).status).toBe(204)
})
