import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { emptyContent } from '#contract/organisation/organisation.schema.ts'
import { agreeToPublication } from '#server/consents/consents.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courses } from '#server/courses/courses.table.ts'
import { dropUsesOfDeleted } from '#server/files/deleted-owners.repo.ts'
import { isFileLink } from '#server/files/file-link.ts'
import { type FileUser, holdFiles, listUses, listUsesOf } from '#server/files/file-uses.repo.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { markDeleting } from '#server/files/files.repo.ts'
import { type FileRecord, files, fileUses } from '#server/files/files.table.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { organisationPage } from '#server/organisation/organisation.pages.ts'
import { organisationRecords } from '#server/organisation/organisation.table.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { projects } from '#server/projects/projects.table.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { testApp } from '#server/testing/app.ts'

// links stay the same within an hour, so the clock must not pass the end of one
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => {
  vi.useRealTimers()
})

const { db, deps, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>
let student: Signed
let teacher: Signed
let colleague: Signed
let curator: Signed
let course: { id: number }

beforeAll(async () => {
  student = await signedIn()
  teacher = await signedIn({ role: 'teacher' })
  colleague = await signedIn({ role: 'teacher' })
  curator = await signedIn({ role: 'curator' })
  await agreeToPublication(db, teacher.id, colleague.id)
  course = await buildCourse(db, { teachers: [teacher.id, colleague.id], students: [student.id] })
})

const image = ({ id }: { id: string }) => `<img src="/files/${id}" alt="" />`

const idsOf = async (user: FileUser) => (await listUses(db, user)).map(({ file_id }) => file_id).sort()
const ids = (...files: FileRecord[]) => files.map(({ id }) => id).sort()

/** Whether the one link to a file in a text works. */
const hasLink = (html: string, file: FileRecord) => {
  const [, query = ''] = new RegExp(`"/files/${file.id}\\?([^"]*)"`).exec(html) ?? []
  return isFileLink(file, Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&'))))
}

/** A thing with a text, written by a person through its call. */
interface Written {
  user: FileUser
  put: (html: string, person?: Signed) => ReturnType<typeof call>
  /** The text of the response. */
  read: (person?: Signed) => Promise<string>
  kept: () => Promise<string | undefined>
}

const put = (path: string, body: unknown, { token }: Signed) => call('PUT', path, { token, body })
const get = async (path: string, { token }: Signed) => (await call('GET', path, { token })).body

const writtenCourse = async (): Promise<Written> => {
  const { id } = await buildCourse(db, { teachers: [teacher.id, colleague.id] })
  const path = `/api/courses/${id}`
  return {
    user: { owner: 'course', id },
    put: (content, person = teacher) => put(path, { content }, person),
    read: async (person = teacher) => (await get(path, person)).course.content,
    kept: async () => (await db.select().from(courses).where(eq(courses.id, id)))[0]?.content,
  }
}

const writtenLesson = async (): Promise<Written> => {
  const { id } = await buildLesson(db, { course_id: course.id })
  const path = `/api/lessons/${id}`
  return {
    user: { owner: 'lesson', id },
    put: (content, person = teacher) => put(path, { content }, person),
    read: async (person = teacher) => (await get(path, person)).lesson.content,
    kept: async () => (await db.select().from(lessons).where(eq(lessons.id, id)))[0]?.content,
  }
}

const writtenAssignment = async (): Promise<Written> => {
  const lesson = await buildLesson(db, { course_id: course.id })
  const { id } = await buildAssignment(db, { lesson_id: lesson.id })
  const path = `/api/lessons/${lesson.id}`
  return {
    user: { owner: 'assignment', id },
    put: (text, person = teacher) => put(path, { assignment: { text } }, person),
    read: async (person = teacher) => (await get(path, person)).lesson.assignment.text,
    kept: async () => (await db.select().from(assignments).where(eq(assignments.id, id)))[0]?.text,
  }
}

const writtenProject = async (): Promise<Written> => {
  const { id } = await buildProject(db, { authors: [teacher.id, colleague.id], status: 'draft' })
  const path = `/api/projects/${id}`
  return {
    user: { owner: 'project', id },
    put: (content, person = teacher) => put(path, { content }, person),
    read: async (person = teacher) => (await get(path, person)).project.content,
    kept: async () => (await db.select().from(projects).where(eq(projects.id, id)))[0]?.content,
  }
}

const things = { course: writtenCourse, lesson: writtenLesson, assignment: writtenAssignment, project: writtenProject }

describe.each(Object.entries(things))('the text of a %s', (_name, build) => {
  it('links to the files its writer added, and keeps none of the links', async () => {
    const [picture, film] = [
      await addFile(db, teacher.id),
      await addFile(db, teacher.id, { width: null, height: null }),
    ]
    const thing = await build()
    const html = `<p>Смотрите:</p>${image(picture)}<video src="/files/${film.id}"></video>${image(picture)}`
    const { status } = await thing.put(html)
    expect(status).toBe(200)
    expect(await idsOf(thing.user)).toEqual(ids(picture, film))
    expect(await thing.kept()).toBe(html)
    const answered = await thing.read()
    for (const file of [picture, film]) expect(hasLink(answered, file)).toBe(true)
    expect(answered).toContain('width="1600" height="900"')
    // saved as it was returned
    expect((await thing.put(answered)).status).toBe(200)
    expect(await thing.kept()).toBe(html)
    expect(await thing.read(colleague)).toBe(answered)
  })

  it('releases a file that was removed, and keeps one that somebody else added', async () => {
    const [gone, stays] = [await addFile(db, teacher.id), await addFile(db, teacher.id)]
    const thing = await build()
    await thing.put(image(gone) + image(stays))
    await db
      .update(files)
      .set({ touched_at: '2020-01-01T00:00:00Z' })
      .where(inArray(files.id, ids(gone, stays)))
    expect((await thing.put(image(stays), colleague)).status).toBe(200)
    expect(await idsOf(thing.user)).toEqual(ids(stays))
    expect(hasLink(await thing.read(colleague), stays)).toBe(true)
    const touched = await db
      .select()
      .from(files)
      .where(inArray(files.id, ids(gone, stays)))
    const year = (id: string) => touched.find((file) => file.id === id)?.touched_at.slice(0, 4)
    expect(year(stays.id)).toBe('2020')
    expect(year(gone.id)).not.toBe('2020')
  })

  it('gets no link to a file that its writer may not see, that is incomplete, or that is being deleted', async () => {
    const secret = await addFile(db, student.id)
    const half = await addFile(db, teacher.id, { status: 'uploading' })
    const going = await addFile(db, teacher.id, { status: 'deleting' })
    const thing = await build()
    const html = image(secret) + image(half) + image(going) + image({ id: '0'.repeat(32) })
    expect((await thing.put(html)).status).toBe(200)
    expect(await idsOf(thing.user)).toEqual([])
    expect(await thing.read()).toBe(html)
    // saving it again does not help
    await thing.put(await thing.read())
    expect(await thing.read()).not.toContain('signature')
  })

  it('uses only the files that the writer may use, whatever is written', async () => {
    const pool = [
      ...(await Promise.all([1, 2, 3].map(() => addFile(db, teacher.id)))),
      ...(await Promise.all([1, 2].map(() => addFile(db, student.id)))),
    ]
    const thing = await build()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: pool.length - 1 }), { maxLength: 8 }), async (places) => {
        const chosen = places.map((place) => pool[place] as FileRecord)
        await thing.put(chosen.map(image).join('<p>и</p>'))
        const usable = chosen.filter(({ user_id }) => user_id === teacher.id)
        expect(await idsOf(thing.user)).toEqual([...new Set(ids(...usable))])
      }),
      { numRuns: 15 },
    )
  })
})

describe('a page of the organisation section', () => {
  const path = '/api/organisation/pages/7'
  const page = async () => (await call('GET', path)).body.page
  const draft = async () => (await call('GET', `${path}/draft`, { token: curator.token })).body.draft
  const save = (before: string, revision: number) =>
    put(`${path}/draft`, { content: { ...emptyContent, before }, revision }, curator)
  const publish = async () =>
    call('POST', `${path}/publish`, { token: curator.token, body: { revision: (await draft()).revision } })

  it('is read by everybody, so its files need no signature', async () => {
    const picture = await addFile(db, curator.id)
    expect((await save(image(picture), (await draft()).revision)).status).toBe(200)
    expect(await idsOf({ owner: 'organisation-page', id: 7 })).toEqual([])
    expect((await publish()).status).toBe(200)
    expect(await idsOf({ owner: 'organisation-page', id: 7 })).toEqual(ids(picture))
    const shown = await page()
    expect(shown.before).toContain(`src="/files/${picture.id}" width="1600" height="900"`)
    expect(shown.before).not.toContain('signature')
    const served = await organisationPage(7)(deps, {}, {}, loadSchool(deps.db))
    expect(served?.answers).toEqual({ page: { page: shown } })
    await save(shown.before, (await draft()).revision)
    await publish()
    const [kept] = await db.select().from(organisationRecords).where(eq(organisationRecords.number, 7))
    expect(kept?.content.before).toBe(image(picture))
  })

  it('keeps the files of the one save, of many at once, that won', async () => {
    const pool = await Promise.all(Array.from({ length: 8 }, () => addFile(db, curator.id)))
    const { revision } = await draft()
    const responses = await Promise.all(pool.map((file) => save(image(file), revision)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    const { content } = await draft()
    const won = pool.find(({ id }) => content.before.includes(id)) as FileRecord
    expect(await idsOf({ owner: 'organisation-draft', id: 7 })).toEqual(ids(won))
    await publish()
    expect(await idsOf({ owner: 'organisation-page', id: 7 })).toEqual(ids(won))
    expect(await idsOf({ owner: 'organisation-draft', id: 7 })).toEqual([])
  })
})

describe('a published project', () => {
  it('shows its files to everybody without a signature, and with one again when it is taken back', async () => {
    const picture = await addFile(db, teacher.id)
    const thing = await writtenProject()
    await thing.put(image(picture))
    const path = `/api/projects/${thing.user.id}`
    await put(path, { status: 'published' }, teacher)
    expect(await thing.read(student)).toContain(`src="/files/${picture.id}" width`)
    expect((await call('GET', path)).body.project.content).not.toContain('signature')
    await put(path, { status: 'draft' }, teacher)
    expect(hasLink(await thing.read(), picture)).toBe(true)
  })
})

describe('new things', () => {
  it('have the files of their first text', async () => {
    const picture = await addFile(db, teacher.id)
    const content = image(picture)
    const { token } = teacher
    const made = await call('POST', '/api/courses', { token, body: { name: 'Курс', content } })
    expect(hasLink(made.body.course.content, picture)).toBe(true)
    const { lesson } = (
      await call('POST', '/api/lessons', {
        token,
        body: { course_id: made.body.course.id, name: 'Урок', content, assignment: { text: content } },
      })
    ).body
    expect(hasLink(lesson.content, picture)).toBe(true)
    expect(hasLink(lesson.assignment.text, picture)).toBe(true)
    const { project } = (await call('POST', '/api/projects', { token, body: { name: 'Проект', content } })).body
    expect(hasLink(project.content, picture)).toBe(true)
    expect((await listUsesOf(db, [picture.id])).map(({ owner }) => owner).sort()).toEqual([
      'assignment',
      'course',
      'lesson',
      'lesson-version',
      'project',
    ])
  })
})

describe('the sweep and a new use', () => {
  it('never overlap: the first one wins', async () => {
    for (let round = 0; round < 12; round += 1) {
      const picture = await addFile(db, teacher.id)
      const thing = await writtenLesson()
      const [, swept] = await Promise.all([thing.put(image(picture)), markDeleting(db, picture.id)])
      expect(await idsOf(thing.user)).toEqual(swept ? [] : ids(picture))
    }
  })

  it('wait for each other', async () => {
    const picture = await addFile(db, teacher.id)
    let swept: Promise<boolean> | undefined
    await db.transaction(async (tx) => {
      await holdFiles(tx, [picture.id])
      swept = markDeleting(db, picture.id)
      await tx.insert(fileUses).values({ owner: 'lesson', owner_id: 1, file_id: picture.id })
    })
    expect(await swept).toBe(false)
    // and the other way round: a file that is being deleted cannot be used
    const other = await addFile(db, teacher.id)
    expect(await markDeleting(db, other.id)).toBe(true)
    const thing = await writtenLesson()
    await thing.put(image(other))
    expect(await idsOf(thing.user)).toEqual([])
  })
})

describe('what was deleted', () => {
  const long = new Date(Date.now() - 31 * dayMs).toISOString()
  const lately = new Date(Date.now() - 29 * dayMs).toISOString()

  it('releases its files after 30 days, a course with its lessons', async () => {
    const mine = () => addFile(db, teacher.id)
    const build = async (deleted_at: string | null, part: 'course' | 'lesson' | 'project') => {
      const { id } = await buildCourse(db, {
        teachers: [teacher.id],
        deleted_at: part === 'course' ? deleted_at : null,
      })
      const lesson = await buildLesson(db, { course_id: id, deleted_at: part === 'lesson' ? deleted_at : null })
      const assignment = await buildAssignment(db, { lesson_id: lesson.id })
      const project = await buildProject(db, {
        authors: [teacher.id],
        deleted_at: part === 'project' ? deleted_at : null,
      })
      const users: FileUser[] = [
        { owner: 'course', id },
        { owner: 'lesson', id: lesson.id },
        { owner: 'assignment', id: assignment.id },
        { owner: 'project', id: project.id },
      ]
      for (const user of users) {
        await db.insert(fileUses).values({ owner: user.owner, owner_id: user.id, file_id: (await mine()).id })
      }
      return users
    }
    const left = async (users: FileUser[]) => {
      const counts = await Promise.all(users.map(async (user) => (await idsOf(user)).length))
      return users.flatMap(({ owner }, place) => (counts[place] === 1 ? [owner] : []))
    }
    const built = {
      none: await build(null, 'course'),
      lately: await build(lately, 'course'),
      course: await build(long, 'course'),
      lesson: await build(long, 'lesson'),
      project: await build(long, 'project'),
    }
    await dropUsesOfDeleted(db)
    expect(await left(built.none)).toEqual(['course', 'lesson', 'assignment', 'project'])
    expect(await left(built.lately)).toEqual(['course', 'lesson', 'assignment', 'project'])
    expect(await left(built.course)).toEqual(['project'])
    expect(await left(built.lesson)).toEqual(['course', 'project'])
    expect(await left(built.project)).toEqual(['course', 'lesson', 'assignment'])
  })

  it('includes a removed assignment', async () => {
    const picture = await addFile(db, teacher.id)
    const thing = await writtenAssignment()
    await thing.put(image(picture))
    await db.delete(assignments).where(eq(assignments.id, thing.user.id))
    await db.update(files).set({ touched_at: '2020-01-01T00:00:00Z' }).where(eq(files.id, picture.id))
    await dropUsesOfDeleted(db)
    expect(await idsOf(thing.user)).toEqual([])
    const [file] = await db.select().from(files).where(eq(files.id, picture.id))
    expect(file?.touched_at).not.toMatch(/^2020/)
  })
})
