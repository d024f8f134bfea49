import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { filePath } from '#contract/files/file-address.ts'
import { smallAvatar } from '#contract/users/avatar-check.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { fileLink } from '#server/files/file-link.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { findFile } from '#server/files/files.repo.ts'
import { files, fileUses } from '#server/files/files.table.ts'
import { sweepFiles, sweepStrays } from '#server/files/sweep-files.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const { app, deps, db, config, call, signedIn } = await testApp()
const person = await signedIn()

const inDays = (days: number) => Date.now() + days * dayMs
const refuse = (error: unknown) => {
  throw error
}
const sweep = (days: number, storage: FileStorage = deps.files, onError = refuse) =>
  sweepFiles({ db, files: storage, now: inDays(days), onError })
const build = (values: Partial<Parameters<typeof buildFile>[2]> = {}) =>
  buildFile(db, deps.files, { user_id: person.id, ...values })
const use = (file_id: string, owner_id = 1) => db.insert(fileUses).values({ file_id, owner: 'lesson', owner_id })
const folder = join(config.dataDir, 'files')
const stored = async (id: string) => (await readdir(folder)).filter((name) => name.startsWith(id))

it('deletes unused files and unfinished uploads after seven days, with all their bytes', async () => {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#256af4' } })
    .png()
    .toBuffer()
  const unused = await build({ bytes: picture, name: 'a.png' })
  const unfinished = await build({ status: 'uploading' })
  const used = await build()
  await use(used.id)
  expect(await stored(unused.id)).toHaveLength(3)

  await sweep(6.9)
  for (const { id } of [unused, unfinished, used]) expect(await findFile(db, id)).not.toBeNull()
  await sweep(7.1)
  for (const { id } of [unused, unfinished]) {
    expect(await findFile(db, id)).toBeNull()
    expect(await stored(id)).toEqual([])
  }
  expect((await app.inject({ url: fileLink(used) })).statusCode).toBe(200)
  expect((await app.inject({ url: fileLink(unused) })).statusCode).toBe(404)
})

it('treats received bytes, and the end of a use, as a touch', async () => {
  const uploads = uploader(call, person.token)
  const id = uploads.idOf(await uploads.begin(10))
  const { id: left } = await build()
  const old = new Date(inDays(-8)).toISOString()
  await db.update(files).set({ touched_at: old })
  await uploads.append(id, Buffer.from('12345'))
  const teacher = await signedIn({ role: 'teacher' })
  const course = await buildCourse(db, { teachers: [teacher.id] })
  await db.update(files).set({ user_id: teacher.id }).where(eq(files.id, left))
  const save = (content: string) =>
    call('PUT', `/api/courses/${course.id}`, { token: teacher.token, body: { content } })
  await save(`<p>Читайте <a href="${filePath(left)}">конспект</a>.</p>`)
  await db.update(files).set({ touched_at: old }).where(eq(files.id, left))
  await sweep(0)
  expect((await uploads.head(id)).status).toBe(200)
  await save('<p>Больше не читайте.</p>')
  await sweep(0)
  expect(await findFile(db, left)).not.toBeNull()
  await sweep(7.1)
  expect(await findFile(db, left)).toBeNull()
  expect((await uploads.head(id)).status).toBe(404)
})

it('leaves a file that begins to be used during the sweep', async () => {
  const { id } = await build()
  await db.transaction(async (tx) => {
    await tx.select().from(files).where(eq(files.id, id)).for('key share')
    // passes over a file that is locked
    await sweep(8)
    await tx.insert(fileUses).values({ file_id: id, owner: 'lesson', owner_id: 2 })
  })
  await sweep(8)
  expect(await findFile(db, id)).toMatchObject({ status: 'ready' })
  expect(await deps.files.size(id)).toBeGreaterThan(0)
})

it('never deletes a file that many begin to use during the sweep', async () => {
  const built = await Promise.all(Array.from({ length: 30 }, () => build()))
  const teacher = await signedIn({ role: 'teacher' })
  await db.update(files).set({ user_id: teacher.id })
  const course = await buildCourse(db, { teachers: [teacher.id] })
  const saving = built.map(({ id }) =>
    call('PUT', `/api/courses/${course.id}`, {
      token: teacher.token,
      body: { content: `<p><a href="${filePath(id)}">Файл</a></p>` },
    }),
  )
  await Promise.all([...saving, sweep(8), sweep(8)])
  for (const { file_id } of await db.select().from(fileUses).where(eq(fileUses.owner, 'course'))) {
    expect(await findFile(db, file_id)).toMatchObject({ status: 'ready' })
    expect(await deps.files.size(file_id)).toBeGreaterThan(0)
  }
})

it('retries what could not be deleted, and what a process left half deleted', async () => {
  // unused files of the test before
  await sweep(8)
  const { id } = await build()
  const errors: unknown[] = []
  const away = { ...deps.files, remove: () => Promise.reject(new Error('The storage is away.')) }
  await sweep(8, away, (error) => errors.push(error) as never)
  expect(errors).toHaveLength(1)
  expect(await findFile(db, id)).toMatchObject({ status: 'deleting' })
  expect((await call('GET', `/api/files/${id}`, { token: person.token })).status).toBe(404)
  await sweep(0)
  expect(await findFile(db, id)).toBeNull()
  expect(await stored(id)).toEqual([])
})

it('deletes bytes without a row, and nothing that is not ours', async () => {
  const mine = await build()
  const face = `${randomUUID()}.webp`
  const { user } = await signedIn({ avatar: face })
  expect(user.avatar).toBe(face)
  const stray = '0123456789abcdef'.repeat(2)
  const logo = randomUUID()
  await mergeSettings(
    db,
    'school',
    { logo: { url: `/logos/${logo}.webp`, width: 96, height: 96, ground: 'any' } },
    null,
  )
  const keys = {
    kept: [
      `avatars/${face}`,
      `avatars/${smallAvatar(face)}`,
      `logos/${logo}.webp`,
      `logos/${logo}-512.png`,
      'readme.txt',
      'letters/2026.part',
    ],
    taken: [
      stray,
      `${stray}.json`,
      `${stray}.w960`,
      `${stray}.tail-0-5`,
      `avatars/${randomUUID()}.webp`,
      `avatars/${smallAvatar(`${randomUUID()}.webp`)}`,
      `logos/${randomUUID()}.webp`,
      `logos/${randomUUID()}-mail.png`,
      `logos/${logo}.webp.0a1b.part`,
      `${mine.id}.x.part`,
    ],
  }
  for (const key of [...keys.kept, ...keys.taken]) await deps.files.write(key, Buffer.from('x'))
  const young = 'fedcba9876543210'.repeat(2)
  await deps.files.write(young, Buffer.from('x'))
  for (const key of [...keys.kept, ...keys.taken, mine.id, `${mine.id}.json`]) {
    await utimes(join(folder, key), inDays(-8) / 1000, inDays(-8) / 1000)
  }
  await sweepStrays({ db, files: deps.files, onError: refuse })
  for (const key of [...keys.kept, mine.id, young]) expect([key, await deps.files.size(key)]).not.toEqual([key, null])
  for (const key of keys.taken) expect([key, await deps.files.size(key)]).toEqual([key, null])
})

it('leaves the rest to the next sweep once it is to stop', async () => {
  const key = randomUUID().replaceAll('-', '')
  await deps.files.write(key, Buffer.from('x'))
  await utimes(join(folder, key), inDays(-8) / 1000, inDays(-8) / 1000)
  const unused = await build()
  const stopped = { db, files: deps.files, onError: refuse, signal: AbortSignal.abort() }
  await sweepStrays(stopped)
  await sweepFiles({ ...stopped, now: inDays(8) })
  expect(await deps.files.size(key)).toBe(1)
  expect(await findFile(db, unused.id)).not.toBeNull()
})
