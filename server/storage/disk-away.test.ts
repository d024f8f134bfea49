import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { pack } from 'tar-stream'
import { afterAll, describe, expect, it } from 'vitest'
import { errors } from '#contract/http/errors.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { importing } from '#server/imports/imports.fixture.ts'
import { testApp } from '#server/testing/app.ts'
import { upload } from '#server/testing/upload.ts'
import { uploader } from '#server/uploads/uploads.fixture.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'praktika-read-only-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'praktika', folder]).status === 0
afterAll(async () => {
  if (mounted) await run('umount', ['--lazy', folder])
  await rm(folder, { recursive: true, force: true })
})
/** Linux does the first to a disk with faults. */
const remount = (how: 'ro' | 'rw') => run('mount', ['-o', `remount,${how}`, folder])

const because = mounted ? '' : ' (нельзя подключить tmpfs)'

describe('a disk that can only be read', () => {
  it.skipIf(!mounted)(`is a storage that is away, until it can be written again${because}`, async () => {
    const tested = await testApp({ env: { DATA_DIR: folder } })
    const { call, db, deps, signedIn } = tested
    const { start, ended } = importing(tested)
    const person = await signedIn()
    const uploads = uploader(call, person.token)
    const bytes = randomBytes(300_000)
    const id = uploads.idOf(await uploads.begin(bytes.length))
    await uploads.append(id, bytes.subarray(0, 100_000))
    const other = uploads.idOf(await uploads.begin(5))
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#256af4' } })
      .jpeg()
      .toBuffer()
    const setAvatar = () => call('POST', `/api/users/${person.id}/avatar`, { token: person.token, ...upload(picture) })

    const teacher = await signedIn({ role: 'teacher' })
    const course = await buildCourse(db, { teachers: [teacher.id] })
    const text = await buildFile(db, deps.files, { user_id: teacher.id, name: 'урок.md', bytes: Buffer.from('# Урок') })
    const importText = async () => {
      const { status, body } = await start(teacher.token, 'markdown', text.id, course.id)
      return status === 202 ? ended(body.import.id, teacher.token) : { status }
    }
    const archive = () => call('GET', `/api/courses/${course.id}/archive`, { token: teacher.token })

    await remount('ro')
    expect(await importText()).toMatchObject({ status: 'failed', warnings: [errors['storage-away'].detail] })
    for (const refused of [
      await uploads.begin(5),
      await uploads.append(id, bytes.subarray(100_000), 100_000),
      await setAvatar(),
      await uploads.cancel(other),
      await archive(),
    ]) {
      expect(refused).toMatchObject({ status: 503, body: { type: 'urn:praktika:problem:storage-away' } })
    }

    await remount('rw')
    expect((await uploads.append(id, bytes.subarray(100_000), 100_000)).status).toBe(204)
    expect((await setAvatar()).status).toBe(200)
    expect(await importText()).toMatchObject({ status: 'done' })
    expect((await archive()).status).toBe(200)
  })
})

describe('a disk that is full', () => {
  it.skipIf(!mounted)(`is no damage of a file that is imported${because}`, async () => {
    const tested = await testApp({ env: { DATA_DIR: folder } })
    const teacher = await tested.signedIn({ role: 'teacher' })
    const tar = pack()
    tar.entry({ name: 'film.mp4' }, Buffer.alloc(40_000_000))
    tar.finalize()
    const bytes = gzipSync(await buffer(tar))
    const { status, warnings, repeatable } = await importing(tested).run(teacher, 'archive', {
      bytes,
      name: 'курс.tar.gz',
    })
    expect([status, warnings, repeatable]).toEqual(['failed', [errors['no-space'].detail], true])
  })
})
