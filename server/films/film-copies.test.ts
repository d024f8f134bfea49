import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Film } from '#contract/files/files.schema.ts'
import { fileLink } from '#server/files/file-link.ts'
import { buildFile } from '#server/files/files.factory.ts'
import { files, fileUses } from '#server/files/files.table.ts'
import { removeFile } from '#server/files/remove-file.ts'
import { findFfmpeg, ProgramFailed, runApart } from '#server/films/ffmpeg.ts'
import { endFilm, failFilm, noteFilm, postponeFilm, takeFilm } from '#server/films/films.repo.ts'
import { films } from '#server/films/films.table.ts'
import { makeNextCopies, startFilmCopies } from '#server/films/make-film-copies.ts'
import { probeFilm, wantedHeights } from '#server/films/probe-film.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { testApp } from '#server/testing/app.ts'
import { drawFilm, missingFfmpeg } from '#server/testing/films.ts'
import { testS3 } from '#server/testing/s3.ts'

const { app, deps, db, config, call, signedIn } = await testApp()
const teacher = await signedIn({ role: 'teacher' })
const student = await signedIn()
const small = await readFile('demo/files/film/narrow-page.mp4')

const build = async (bytes = small, user_id = teacher.id, name = 'Урок.mp4') => {
  const file = await buildFile(db, deps.files, { user_id, bytes, name })
  await db.insert(fileUses).values({ file_id: file.id, owner: 'lesson', owner_id: 1 })
  return file
}
const rowOf = async (id: string) => (await db.select().from(films).where(sql`file_id = ${id}`))[0]
const stored = async (id: string) => {
  const names = await readdir(join(config.dataDir, 'files'))
  return names.filter((name) => name.startsWith(`${id}.`) && name.endsWith('p')).toSorted()
}
const ask = async (id: string, token?: string): Promise<Film | undefined> =>
  (await call('GET', `/api/files/${id}`, token ? { token } : {})).body.film
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const copyLink = (file: Parameters<typeof fileLink>[0], name: string) => fileLink(file).replace('?', `/${name}?`)

afterEach(async () => {
  await db.delete(films)
})

describe('films that wait for their copies', () => {
  it('are those that something uses: staff’s first, one process each', async () => {
    const unused = await buildFile(db, deps.files, { user_id: teacher.id, bytes: small, name: 'Лишний.mp4' })
    const text = await buildFile(db, deps.files, { user_id: teacher.id })
    const students = await build(small, student.id)
    const [first, second] = [await build(), await build()]
    const taken = [await takeFilm(db), await takeFilm(db), await takeFilm(db), await takeFilm(db)]
    expect(taken.map((film) => film?.file.id)).toEqual([first.id, second.id, students.id, undefined])
    expect([(await rowOf(unused.id))?.status, await rowOf(text.id)]).toEqual(['waiting', undefined])
  })

  it('are taken over from a process that died, which then changes nothing any more', async () => {
    const { id } = await build()
    const dead = (await takeFilm(db)) ?? expect.fail()
    expect(await takeFilm(db)).toBeNull()
    await db.update(films).set({ alive_at: sql`now() - interval '61 seconds'` })
    const taken = (await takeFilm(db)) ?? expect.fail()
    expect([taken.file.id, taken.run]).toEqual([id, 2])
    expect(await noteFilm(db, dead, 50)).toBe(false)
    expect(await endFilm(db, dead, [720])).toBe(false)
    await failFilm(db, dead)
    expect(await noteFilm(db, taken, 40)).toBe(true)
    expect(await rowOf(id)).toMatchObject({ status: 'running', percent: 40, heights: [] })
  })

  it('are those that a clock ahead has dated, too, and those whose process died before it was put right', async () => {
    const { id } = await build()
    const ahead = async () => {
      await db.update(films).set({
        created_at: sql`created_at + interval '1 day'`,
        due_at: sql`due_at + interval '1 day'`,
        alive_at: sql`now() + interval '1 day'`,
      })
      return (await takeFilm(db)) ?? expect.fail()
    }
    const runs = [(await ahead()).run, (await ahead()).run]
    await postponeFilm(db, await ahead(), 60, true)
    expect([...runs, (await ahead()).run]).toEqual([1, 2, 4])
    expect(await rowOf(id)).toMatchObject({ status: 'running' })
  })

  it('wait before the next try, and lose none when the site stops', async () => {
    const { id } = await build()
    const first = (await takeFilm(db)) ?? expect.fail()
    await postponeFilm(db, first, 0, false)
    const again = (await takeFilm(db)) ?? expect.fail()
    expect(again.run).toBe(1)
    await postponeFilm(db, again, 10, true)
    expect([await takeFilm(db), (await rowOf(id))?.attempts]).toEqual([null, 1])
  })

  it('show their progress to staff and the uploader alone', async () => {
    const { id } = await build(small, student.id)
    await db.update(fileUses).set({ owner: 'organisation-page' }).where(sql`file_id = ${id}`)
    expect(await ask(id, student.token)).toEqual({ heights: [], making: { percent: null } })
    const taken = (await takeFilm(db)) ?? expect.fail()
    await noteFilm(db, taken, 40)
    for (const { token } of [student, teacher]) expect((await ask(id, token))?.making).toEqual({ percent: 40 })
    const other = await signedIn()
    for (const token of [other.token, undefined]) expect((await ask(id, token))?.making).toBeNull()
    await endFilm(db, taken, [720, 360])
    expect(await ask(id, student.token)).toEqual({ heights: [720, 360], making: null })
  })
})

describe('a copy of a film', () => {
  it('plays by range from the same link, and the original where there is none', async () => {
    const file = await build()
    await deps.files.write(`${file.id}.720p`, Buffer.from('0123456789'))
    const copy = await get(copyLink(file, '720p'), { range: 'bytes=2-4' })
    expect([copy.statusCode, copy.body, copy.headers['content-range'], copy.headers['content-type']]).toEqual([
      ...[206, '234', 'bytes 2-4/10', 'video/mp4'],
    ])
    expect((await get(copyLink(file, '360p'))).rawPayload.equals(small)).toBe(true)
    expect((await get(`/files/${file.id}/720p`)).statusCode).toBe(404)
    expect((await get(copyLink(file, '480p'))).statusCode).toBe(404)
    const text = await buildFile(db, deps.files, { user_id: teacher.id })
    expect((await get(copyLink(text, '720p'))).statusCode).toBe(404)
  })

  it('is deleted with the film', async () => {
    const file = await build()
    for (const height of [720, 360]) await deps.files.write(`${file.id}.${height}p`, small)
    expect(await stored(file.id)).toEqual([`${file.id}.360p`, `${file.id}.720p`])
    await db.delete(fileUses).where(sql`file_id = ${file.id}`)
    await db.update(files).set({ status: 'deleting' }).where(sql`id = ${file.id}`)
    await removeFile(db, deps.files, file.id)
    expect([await stored(file.id), await rowOf(file.id)]).toEqual([[], undefined])
  })
})

it('a machine without ffmpeg plays what was uploaded', async () => {
  const path = process.env.PATH
  process.env.PATH = '/nowhere'
  try {
    expect(await findFfmpeg()).toBeNull()
  } finally {
    process.env.PATH = path
  }
  const file = await build()
  expect(await ask(file.id, teacher.token)).toEqual({ heights: [], making: { percent: null } })
  expect((await get(fileLink(file), { range: 'bytes=0-9' })).rawPayload.equals(small.subarray(0, 10))).toBe(true)
})

it.each([
  [{ side: 1080, duration: 60, codec: 'h264' }, 9e6, [720, 360]],
  [{ side: 1080, duration: 60, codec: 'h264' }, 4e6, []],
  [{ side: 720, duration: 60, codec: 'h264' }, 9e6, []],
  [{ side: 720, duration: 10, codec: 'vp9' }, 9e6, [720, 360]],
  [{ side: 480, duration: 10, codec: 'vp9' }, 9e6, [360]],
  [{ side: 1080, duration: undefined, codec: 'vp8' }, 9e6, [720, 360]],
  [{ side: 720, duration: undefined, codec: 'vp8' }, 9e6, []],
  [{ side: 240, duration: 60, codec: 'hevc' }, 4e6, []],
  [{ side: 1080, duration: 60, codec: 'hevc' }, 4e6, [720, 360]],
])('%o of %d bytes gets %o', (facts, size, heights) => {
  expect(wantedHeights(facts, size)).toEqual(heights)
})

const missing = missingFfmpeg()

describe.skipIf(missing)(`turning films${missing ? ` (${missing})` : ''}`, async () => {
  const programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }
  const errors: unknown[] = []
  const closing = new AbortController()
  const make = (other: Partial<Parameters<typeof makeNextCopies>[0]> = {}) =>
    makeNextCopies({
      db,
      files: deps.files,
      config,
      programs,
      signal: closing.signal,
      onError: (error) => errors.push(error),
      ...other,
    })
  const large = missing
    ? Buffer.alloc(0)
    : // few frames of much detail: large, and soon turned
      await drawFilm('1920x1080', 0.3, ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-c:a', 'aac'])
  afterEach(() => {
    errors.length = 0
  })

  it.each(['disk', 'S3'] as const)(
    'makes two sizes of a large one, from and to the storage on %s',
    {
      timeout: 120_000,
    },
    async (kind) => {
      expect(await findFfmpeg()).toEqual(programs)
      const storage = kind === 'disk' ? deps.files : await openStorage({ ...config, s3Url: (await testS3()).url })
      const file = await buildFile(db, storage, { user_id: teacher.id, bytes: large, name: 'Урок.mp4' })
      await db.insert(fileUses).values({ file_id: file.id, owner: 'lesson', owner_id: 1 })
      expect(await make({ files: storage })).toBe(true)
      expect(errors).toEqual([])
      expect(await rowOf(file.id)).toMatchObject({ status: 'ready', heights: [720, 360] })
      const sizes = await Promise.all(['', '.720p', '.360p'].map((ending) => storage.size(file.id + ending)))
      expect(sizes).toEqual(sizes.toSorted((a, b) => Number(b) - Number(a)))
      expect(await readdir(join(config.dataDir, 'temporary'))).toEqual([])
      expect(await make({ files: storage })).toBe(false)
      if (kind === 'S3') return
      const path = join(config.dataDir, 'files', `${file.id}.360p`)
      expect(await probeFilm(programs, { path, type: 'video/mp4' })).toMatchObject({ side: 360, codec: 'h264' })
      // it begins to play before it is loaded
      const bytes = await readFile(path)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    },
  )

  it('runs by itself while the site does', async () => {
    const { id } = await build()
    const copies = startFilmCopies({ db, files: deps.files, config, onError: (error) => errors.push(error) })
    await expect.poll(async () => (await rowOf(id))?.status, { timeout: 20_000 }).toBe('ready')
    await copies.stop()
    expect(errors).toEqual([])
  })

  it('leaves a small one, and one without a picture, as they are', async () => {
    const sound = await drawFilm('64x64', 1, ['-vn', '-c:a', 'libopus'], 'webm')
    const [film, recording] = [await build(), await build(sound, teacher.id, 'Голос.weba')]
    expect([await make(), await make(), await make()]).toEqual([true, true, false])
    for (const { id } of [film, recording]) {
      expect(await rowOf(id)).toMatchObject({ status: 'ready', heights: [] })
      expect(await stored(id)).toEqual([])
    }
    expect(errors).toEqual([])
  })

  it('gives a damaged one up after three tries', { timeout: 60_000 }, async () => {
    const { id } = await build(Buffer.concat([small.subarray(0, 600), Buffer.alloc(9_000_000, 7)]))
    for (const run of [1, 2, 3]) {
      await db.update(films).set({ due_at: sql`now()` })
      expect([run, await make()]).toEqual([run, true])
    }
    expect(errors).toHaveLength(3)
    expect(errors.every((error) => error instanceof ProgramFailed)).toBe(true)
    expect([(await rowOf(id))?.status, await make()]).toEqual(['failed', false])
    expect((await ask(id, teacher.token))?.making).toBeNull()
  })

  it('gives one up that killed its process each time', async () => {
    const { id } = await build()
    await db.update(films).set({ attempts: 3 })
    expect([await make(), (await rowOf(id))?.status]).toEqual([true, 'failed'])
  })

  it('leaves a film for the next start when the site stops', { timeout: 60_000 }, async () => {
    const { id } = await build(large)
    const stop = new AbortController()
    const making = make({ signal: stop.signal })
    await expect.poll(async () => (await rowOf(id))?.status).toBe('running')
    stop.abort()
    await making
    expect(errors).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: 'waiting', attempts: 0 })
  })

  it('stores nothing for a film that was deleted meanwhile', { timeout: 60_000 }, async () => {
    const { id } = await build(large)
    const store = async (key: string, path: string) => {
      await deps.files.store(key, path)
      await db.update(files).set({ status: 'deleting' }).where(sql`id = ${id}`)
    }
    await make({ files: { ...deps.files, store } })
    expect([await stored(id), errors]).toEqual([[], []])
  })

  it('lets no film read anything else of the machine', async () => {
    const path = join(config.dataDir, 'list.mp4')
    await writeFile(path, `#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n`)
    await expect(probeFilm(programs, { path, type: 'video/mp4' })).rejects.toThrow(ProgramFailed)
  })

  it('runs without the settings of the site, and no longer than it may', async () => {
    process.env.SECRET_OF_TEST = 'x'
    const written = await runApart({ program: 'env', args: [], timeLimitMs: 10_000 })
    delete process.env.SECRET_OF_TEST
    expect(written).toContain('PATH=')
    expect(written).not.toContain('SECRET_OF_TEST')
    await expect(runApart({ program: 'sleep', args: ['60'], timeLimitMs: 50 })).rejects.toThrow(ProgramFailed)
  })
})
