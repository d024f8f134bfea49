import { beforeEach, describe, expect, it } from 'vitest'
import { inSections, moveInOutline } from '#contract/courses/move-in-outline.ts'
import type { OutlineMove } from '#contract/courses/outline.schema.ts'
import { dayMs } from '#contract/durations.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { effects } from '#server/effects/effects.table.ts'
import { changeLessons } from '#server/lessons/change-lessons.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import { numbers } from '#server/testing/numbers.fixture.ts'

const { db, call, signedIn } = await testApp()

type Signed = Awaited<ReturnType<typeof signedIn>>

const school = async () => {
  const teacher = await signedIn({ role: 'teacher' })
  const student = await signedIn()
  const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
  const sections = [await buildSection(db, course.id, 'Один', 1), await buildSection(db, course.id, 'Два', 2)]
  const [one, two] = sections.map(({ id }) => id) as [number, number]
  const lessons: number[] = []
  for (const [index, section_id] of [null, one, one, two, two].entries()) {
    const lesson = await buildLesson(db, { course_id: course.id, section_id, name: `У${index}`, position: index })
    lessons.push(lesson.id)
  }
  return { teacher, student, course, one, two, lessons: lessons as [number, number, number, number, number] }
}

let now: Awaited<ReturnType<typeof school>>
beforeEach(async () => {
  now = await school()
})

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, person: Signed = now.teacher) =>
  call(method, path, { token: person.token, ...(body === undefined ? {} : { body }) })
const move = (body: Partial<OutlineMove>, person?: Signed) =>
  ask('POST', `/api/courses/${now.course.id}/moves`, { kind: 'lesson', ...body }, person)
const bulk = (body: object) => ask('POST', '/api/lessons/bulk', body)
const courseNow = async (person?: Signed) =>
  (await ask('GET', `/api/courses/${now.course.id}`, undefined, person)).body.course

interface Placed {
  id: number
  section_id: number | null
}
/** Indexes of the lessons in each section, in order. */
const places = ({ sections, lessons }: { sections: { id: number }[]; lessons: Placed[] }) =>
  [null, ...sections.map(({ id }) => id)].map((section) =>
    lessons.filter(({ section_id }) => section_id === section).map(({ id }) => now.lessons.indexOf(id)),
  )

describe('a move', () => {
  it('puts a lesson after another, in its section', async () => {
    const { body, status } = await move({ id: now.lessons[0], after_id: now.lessons[3] })
    expect(status).toBe(200)
    expect(places(body.course)).toEqual([[], [1, 2], [3, 0, 4]])
    expect(places(await courseNow())).toEqual([[], [1, 2], [3, 0, 4]])
  })

  it('puts a lesson first, in its own section or a named one', async () => {
    expect(places((await move({ id: now.lessons[2], after_id: null })).body.course)).toEqual([[0], [2, 1], [3, 4]])
    const into = await move({ id: now.lessons[2], section_id: now.two, after_id: null })
    expect(places(into.body.course)).toEqual([[0], [1], [2, 3, 4]])
    const out = await move({ id: now.lessons[4], section_id: null, after_id: null })
    expect(places(out.body.course)).toEqual([[4, 0], [1], [2, 3]])
  })

  it('puts a lesson last when its neighbour is gone, or is in another section than the named one', async () => {
    await ask('DELETE', `/api/lessons/${now.lessons[3]}`)
    const gone = await move({ id: now.lessons[0], section_id: now.two, after_id: now.lessons[3] })
    expect(gone.status).toBe(200)
    expect(places(gone.body.course)).toEqual([[], [1, 2], [4, 0]])
    const elsewhere = await move({ id: now.lessons[0], section_id: now.one, after_id: now.lessons[4] })
    expect(places(elsewhere.body.course)).toEqual([[], [1, 2, 0], [4]])
  })

  it('leaves a lesson where it is when put after itself', async () => {
    expect(places((await move({ id: now.lessons[1], after_id: now.lessons[1] })).body.course)).toEqual([
      [0],
      [1, 2],
      [3, 4],
    ])
  })

  it('orders sections with their lessons', async () => {
    const { body } = await move({ kind: 'section', id: now.two, after_id: null })
    expect(body.course.sections.map(({ name }: { name: string }) => name)).toEqual(['Два', 'Один'])
    expect(places(body.course)).toEqual([[0], [3, 4], [1, 2]])
  })

  it('is refused for what is no longer in the course, and changes nothing', async () => {
    const other = await buildCourse(db, { teachers: [now.teacher.id] })
    const foreign = await buildSection(db, other.id, 'Чужой')
    const before = await courseNow()
    for (const body of [
      { id: 999_999, after_id: null },
      { id: now.lessons[0], section_id: foreign.id, after_id: null },
      { kind: 'section' as const, id: foreign.id, after_id: null },
    ]) {
      const refused = await move(body)
      expect([refused.status, Object.values(refused.body.errors).length]).toEqual([422, 1])
    }
    expect(await courseNow()).toEqual(before)
  })

  it('restores a deleted lesson to its place among lessons that have moved', async () => {
    await ask('DELETE', `/api/lessons/${now.lessons[3]}`)
    await move({ id: now.lessons[0], section_id: now.two, after_id: now.lessons[4] })
    await ask('POST', `/api/lessons/${now.lessons[3]}/restore`)
    expect(places(await courseNow())).toEqual([[], [1, 2], [3, 4, 0]])
  })
})

/** Random whole numbers below a limit, the same for a seed. */
const randomFrom = (seed: number) => {
  const next = numbers(seed)
  return (below: number) => Math.floor(next() * below)
}

const randomMove = (random: (below: number) => number): OutlineMove => {
  const lesson = () => now.lessons[random(5)] as number
  const section = () => (random(2) ? now.one : now.two)
  if (random(4) === 0)
    return { kind: 'section', id: section(), after_id: [null, section(), 999_999][random(3)] as number }
  return {
    kind: 'lesson',
    id: lesson(),
    after_id: [null, lesson(), lesson(), 999_999][random(4)] as number,
    section_id: [undefined, null, section()][random(3)],
  }
}

describe('many moves', () => {
  it('end as the browser shows them before they are saved', async () => {
    const random = randomFrom(7)
    const course = await courseNow()
    let shown = { sections: course.sections, lessons: course.lessons as Placed[] }
    for (let step = 0; step < 60; step += 1) {
      const next = randomMove(random)
      shown = moveInOutline(shown, next) ?? shown
      const { body } = await move(next)
      expect(places(body.course), JSON.stringify(next)).toEqual(places(shown))
      expect(body.course.lessons.map(({ id }: Placed) => id)).toEqual(inSections(shown).map(({ id }) => id))
    }
  })

  // two hundred in all
  it.each([1, 2, 3])('of three people at once end the same for everyone, and lose nothing (%i)', async (part) => {
    const { course, teacher } = now
    const curator = await signedIn({ role: 'curator' })
    const colleague = await signedIn({ role: 'teacher' })
    await ask('PUT', `/api/courses/${course.id}/teachers`, { user_ids: [teacher.id, colleague.id] })
    const people = [teacher, curator, colleague]
    await Promise.all(
      people.map(async (person, index) => {
        const random = randomFrom(part * 10 + index)
        for (let step = 0; step < 23; step += 1) expect((await move(randomMove(random), person)).status).toBe(200)
      }),
    )
    const [first, ...others] = await Promise.all(people.map((person) => courseNow(person)))
    for (const other of others) expect(places(other)).toEqual(places(first))
    expect(first.lessons.map(({ id }: Placed) => id).sort()).toEqual([...now.lessons].sort())
    expect(first.sections.map(({ id }: { id: number }) => id).sort()).toEqual([now.one, now.two])
  })
})

describe('sections', () => {
  it('are added at the end or after another, with lessons', async () => {
    const { status, body } = await ask('POST', `/api/courses/${now.course.id}/sections`, { name: '  Три ' })
    expect([status, body.section.name]).toEqual([201, 'Три'])
    const between = await ask('POST', `/api/courses/${now.course.id}/sections`, {
      name: 'Между',
      after_id: now.one,
      lesson_ids: [now.lessons[4], now.lessons[0]],
    })
    expect(between.status).toBe(201)
    const course = await courseNow()
    expect(course.sections.map(({ name }: { name: string }) => name)).toEqual(['Один', 'Между', 'Два', 'Три'])
    expect(places(course)).toEqual([[], [1, 2], [4, 0], [3], []])
  })

  it('are renamed; a name is required', async () => {
    expect((await ask('PUT', `/api/sections/${now.one}`, { name: 'Начало' })).body).toEqual({
      section: { id: now.one, name: 'Начало' },
    })
    expect((await ask('PUT', `/api/sections/${now.one}`, { name: ' ' })).status).toBe(422)
    expect((await courseNow()).sections[0].name).toBe('Начало')
  })

  it('leave their lessons behind those without a section when they are deleted', async () => {
    expect((await ask('DELETE', `/api/sections/${now.one}`)).status).toBe(204)
    expect(places(await courseNow())).toEqual([
      [0, 1, 2],
      [3, 4],
    ])
    expect((await ask('DELETE', `/api/sections/${now.one}`)).status).toBe(404)
  })
})

describe('an act on several lessons', () => {
  it('publishes and unpublishes; students are notified once it can no longer be undone', async () => {
    const ids = [now.lessons[1], now.lessons[3]]
    const hidden = await bulk({ ids, act: 'unpublish' })
    expect(hidden.status).toBe(200)
    expect((await courseNow(now.student)).lessons).toHaveLength(3)
    const began = Date.now()
    await bulk({ ids: [...ids, ids[0]], act: 'publish' })
    expect((await courseNow(now.student)).lessons).toHaveLength(5)
    const waiting = await db.select().from(effects)
    const ours = waiting.filter(({ kind }) => kind === 'lesson-published')
    expect(ours).toHaveLength(2)
    for (const { visible_at } of ours) expect(Date.parse(visible_at) - began).toBeGreaterThanOrEqual(10_000)
  })

  it('moves them to the end of a section, in the given order', async () => {
    const { body } = await bulk({ ids: [now.lessons[2], now.lessons[0]], act: 'move', section_id: now.two })
    expect(places(body.course)).toEqual([[], [1], [3, 4, 2, 0]])
    const out = await bulk({ ids: [now.lessons[4]], act: 'move', section_id: null })
    expect(places(out.body.course)).toEqual([[4], [1], [3, 2, 0]])
  })

  it.each(['publish', 'restore'] as const)('takes as many statements for many as for one: %s', async (act) => {
    const [one, ...many] = now.lessons
    await bulk({ ids: now.lessons, act: act === 'publish' ? 'unpublish' : 'delete' })
    // without the call itself, which reads more now and then
    const statements = (ids: number[]) =>
      countStatements(() => changeLessons(db, now.teacher.user, now.course.id, { ids, act }))
    expect(await statements(many)).toBe(await statements([one]))
  })

  it('announces those that open later, or came back before their day, on that day', async () => {
    const ids = [now.lessons[1], now.lessons[3]]
    const opens = new Date(Date.now() + dayMs).toISOString()
    await db.delete(effects)
    await bulk({ ids, act: 'unpublish' })
    await ask('PUT', `/api/lessons/${now.lessons[1]}`, { publish_at: opens })
    await bulk({ ids, act: 'publish' })
    await bulk({ ids, act: 'delete' })
    await bulk({ ids, act: 'restore' })
    const planned = (await db.select().from(effects).orderBy(effects.id)).filter(
      ({ kind }) => kind === 'lesson-published',
    )
    expect(
      planned.map(({ payload, visible_at }) => [(payload as { lesson_id: number }).lesson_id, visible_at === opens]),
    ).toEqual([
      [now.lessons[1], true],
      [now.lessons[3], false],
      [now.lessons[1], true],
    ])
  })

  it('deletes them and brings them back to their places', async () => {
    const ids = [now.lessons[1], now.lessons[4]]
    expect(places((await bulk({ ids, act: 'delete' })).body.course)).toEqual([[0], [2], [3]])
    expect((await ask('GET', `/api/courses/${now.course.id}/bin`)).body.lessons).toHaveLength(2)
    expect(places((await bulk({ ids, act: 'restore' })).body.course)).toEqual([[0], [1, 2], [3, 4]])
  })

  it('changes none when one is missing, deleted or of another course', async () => {
    const other = await buildCourse(db, { teachers: [now.teacher.id] })
    const foreign = await buildLesson(db, { course_id: other.id })
    await ask('DELETE', `/api/lessons/${now.lessons[4]}`)
    const before = await courseNow()
    const refusals = []
    for (const id of [999_999, now.lessons[4], foreign.id])
      refusals.push((await bulk({ ids: [now.lessons[0], id], act: 'unpublish' })).status)
    expect(refusals).toEqual([404, 404, 422])
    expect((await bulk({ ids: [now.lessons[0]], act: 'move', section_id: 999_999 })).status).toBe(422)
    expect((await bulk({ ids: [], act: 'publish' })).status).toBe(422)
    expect(await courseNow()).toEqual(before)
  })
})
