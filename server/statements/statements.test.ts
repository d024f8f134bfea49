import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Statement, StatementCourse } from '#contract/statements/statements.schema.ts'
import { buildCohort } from '#server/cohorts/cohorts.factory.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { courseLeavers } from '#server/courses/courses.table.ts'
import { familyLinks } from '#server/family/family.table.ts'
import { hashToken } from '#server/http/session.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildQuizInText } from '#server/quizzes/quizzes.factory.ts'
import { rightAnswers } from '#server/quizzes/right-answers.fixture.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { guardians, users } from '#server/users/users.table.ts'

const { db, call, signedIn } = await testApp()

const curator = await signedIn({ role: 'curator' })
const periods = [
  { kind: 'term', name: '1 четверть', from: '2026-09-01', to: '2026-10-25' },
  { kind: 'term', name: '2 четверть', from: '2026-11-05', to: '2099-12-28' },
  { kind: 'term', name: 'Прошлая четверть', from: '2020-01-01', to: '2020-03-01' },
]
const made = await call('PUT', '/api/settings/periods', { token: curator.token, body: { periods } })
const periodIds: Record<string, number> = Object.fromEntries(
  made.body.periods.map(({ name, id }: { name: string; id: number }) => [name, id]),
)
const first = periodIds['1 четверть'] as number

type Signed = Awaited<ReturnType<typeof signedIn>>

/** A student who takes «Вёрстка», has left «Шрифт», and finished «Печать», each with marks. */
const build = async () => {
  const [teacher, other, anna, stranger] = await Promise.all([
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn({ name: 'Анна', surname: 'Белова', patronymic: 'Петровна' }),
    signedIn(),
  ])
  await buildCohort(db, { by: { id: curator.id, role: 'curator' }, name: '9 «Б»', students: [anna.id] })
  const course = (name: string, by: Signed, values: Parameters<typeof buildCourse>[1] = {}) =>
    buildCourse(db, { name, teachers: [by.id], students: [anna.id], ...values })
  const [web, type, print] = [
    await course('Вёрстка', teacher, { scale: '2-5' }),
    await course('Шрифт', teacher),
    await course('Печать', other, { scale: 'pass' }),
  ]
  const put = async (path: string, body: object, method: 'PUT' | 'POST' = 'PUT') => {
    const { status, body: answer } = await call(method, path, { token: curator.token, body })
    expect([200, 201]).toContain(status)
    return answer
  }
  const column = async (courseId: number, values: { name: string; held_on: string }, cell: object) => {
    const body = { max_score: 10, ...values }
    const { column } = await put(`/api/courses/${courseId}/journal/columns`, body, 'POST')
    const cells = [{ assignment_id: column.id, student_id: anna.id, ...cell }]
    await put(`/api/courses/${courseId}/journal/cells`, { cells })
  }
  await column(web.id, { name: 'Диктант', held_on: '2026-09-14' }, { score: 8 })
  await column(web.id, { name: 'Ответ', held_on: '2026-09-21' }, { absent: true })
  await column(web.id, { name: 'Макет', held_on: '2026-11-16' }, { score: 10 })
  await put(`/api/courses/${web.id}/journal/totals`, { totals: [{ period_id: first, student_id: anna.id, score: 80 }] })
  await column(print.id, { name: 'Зачётная работа', held_on: '2020-02-03' }, { score: 9 })
  await put(`/api/courses/${print.id}`, { status: 'archived' })
  const asked = async (courseId: number, name: string, due_at: string | null) => {
    const lesson = await buildLesson(db, { course_id: courseId, name })
    return buildAssignment(db, { lesson_id: lesson.id, criteria: [{ id: 1, name: 'Сетка', points: 10 }], due_at })
  }
  const poster = await asked(type.id, 'Плакат', '2026-09-20T09:00:00.000Z')
  await buildTask(db, {
    assignment_id: poster.id,
    students: [anna.id],
    status: 'accepted',
    attempts: [
      {
        content: '<p>Готово.</p>',
        hoursAgo: 9,
        review: { user_id: teacher.id, hoursAgo: 8, verdict: 'accepted', score: 8.5 },
      },
    ],
  })
  await asked(type.id, 'Афиша', '2026-09-25T09:00:00.000Z')
  await asked(type.id, 'После ухода', '2026-11-10T09:00:00.000Z')
  await put(`/api/courses/${type.id}/students`, { user_ids: [] })
  await db.update(courseLeavers).set({ left_at: '2026-10-01T09:00:00.000Z' }).where(sql`user_id = ${anna.id}`)
  const read = (reader: Signed, id = anna.id) => call('GET', `/api/users/${id}/statement`, { token: reader.token })
  const statement = async (reader: Signed): Promise<Statement> => (await read(reader)).body.statement
  return { teacher, other, anna, stranger, web, type, print, asked, read, statement }
}

const namesOf = ({ courses }: Statement) => courses.map(({ name }) => name)
const linesOf = ({ lines }: StatementCourse) =>
  lines.map((line) => (line.kind === 'total' ? `${line.set ? '' : '~'}${line.mark}` : `${line.name}: ${line.mark}`))

describe('a statement of marks', () => {
  it('has what is taken, left and past, with totals, absences and columns without a hand-in, in the scale of each course', async () => {
    const { anna, statement, type, print } = await build()
    const shown = await statement(curator)
    expect(shown.student).toEqual({ id: anna.id, name: 'Анна', surname: 'Белова', patronymic: 'Петровна' })
    expect(shown.classes).toEqual(['9 «Б»'])
    expect(shown.courses.map(({ name, archived, left_at }) => [name, archived, left_at])).toEqual([
      ['Вёрстка', false, null],
      ['Печать', true, null],
      ['Шрифт', false, '2026-10-01T09:00:00.000Z'],
    ])
    const [web, printing, left] = shown.courses as [StatementCourse, StatementCourse, StatementCourse]
    expect([printing.id, left.id]).toEqual([print.id, type.id])
    expect(linesOf(web)).toEqual(['Диктант: 4', 'Ответ: null', '4', 'Макет: 5', '~5'])
    expect(web.average).toBe(90)
    expect(web.lines[1]).toMatchObject({ kind: 'column', absent: true, missing: false })
    expect(linesOf(printing)).toEqual(['Зачётная работа: зачёт', '~зачёт'])
    // nothing that was asked for after she had left
    expect(linesOf(left)).toEqual(['Плакат: 8,5', 'Афиша: null', '~85\u00a0%'])
    expect(left.lines).toMatchObject([
      { kind: 'assignment', out_of: 10, status: { slug: 'accepted' }, day: '2026-09-20' },
      { missing: true, status: null },
      { set: false, period_id: first },
    ])
    expect(shown.periods.map(({ name }) => name)).toEqual(['Прошлая четверть', '1 четверть', '2 четверть'])
  })

  it('has a total that counts from the moment a curator closes the period', async () => {
    const { statement, web } = await build()
    const path = `/api/courses/${web.id}/journal/periods/${periodIds['2 четверть']}/lock`
    expect((await call('PUT', path, { token: curator.token, body: { locked: true } })).status).toBe(200)
    const [course] = (await statement(curator)).courses
    expect(linesOf(course as StatementCourse)).toEqual(['Диктант: 4', 'Ответ: null', '4', 'Макет: 5', '5'])
  })

  it('has quizzes that count, and nothing of a draft that the student has begun', async () => {
    const { statement, anna, web, asked } = await build()
    const lesson = await buildLesson(db, { course_id: web.id, name: 'Сетки' })
    const quiz = await buildQuizInText(db, { lesson_id: lesson.id, title: 'О сетке', in_journal: true })
    await call('POST', `/api/quizzes/${quiz.id}/attempts`, {
      token: anna.token,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { answers: rightAnswers(quiz.questions) },
    })
    const begun = await asked(web.id, 'Буклет', null)
    await buildTask(db, { assignment_id: begun.id, students: [anna.id], draft: '<p>Тайна</p>' })
    for (const reader of [curator, anna]) {
      const { lines } = (await statement(reader)).courses[0] as StatementCourse
      expect(lines.find(({ kind }) => kind === 'quiz')).toMatchObject({ name: 'Сетки', quiz: 'О сетке', mark: '5' })
      expect(lines.find((line) => line.kind === 'assignment' && line.id === begun.id)).toMatchObject({ status: null })
    }
  })

  it('has quizzes that nobody has answered after what has a date', async () => {
    const { statement, web } = await build()
    const lesson = await buildLesson(db, { course_id: web.id, name: 'Сетки', publish_at: '2026-11-10T09:00:00Z' })
    await buildQuizInText(db, { lesson_id: lesson.id, title: 'О сетке', in_journal: true })
    const [course] = (await statement(curator)).courses
    expect(linesOf(course as StatementCourse)).toEqual([
      'Диктант: 4',
      'Ответ: null',
      '4',
      'Макет: 5',
      'Сетки: null',
      '~5',
    ])
  })

  it('is of their own for students, of their own courses for teachers', async () => {
    const { teacher, other, anna, stranger, read, statement, web } = await build()
    const everything = ['Вёрстка', 'Печать', 'Шрифт']
    expect(namesOf(await statement(anna))).toEqual(everything)
    expect(namesOf(await statement(teacher))).toEqual(['Вёрстка', 'Шрифт'])
    expect(namesOf(await statement(other))).toEqual(['Печать'])
    expect((await read(stranger)).status).toBe(403)
    expect((await read(await signedIn({ role: 'teacher' }))).status).toBe(403)
    expect((await read(curator, 999_999)).status).toBe(404)
    // what has become a draft again is no student's
    await db.execute(sql`update courses set status = 'draft' where id = ${web.id}`)
    expect(namesOf(await statement(anna))).toEqual(['Печать', 'Шрифт'])
    expect(namesOf(await statement(teacher))).toEqual(['Вёрстка', 'Шрифт'])
    await db.execute(sql`update courses set deleted_at = now() where id = ${web.id}`)
    expect(namesOf(await statement(curator))).toEqual(['Печать', 'Шрифт'])
  })

  it('stays for curators when the account is off: the person has left every course', async () => {
    const { anna, read, statement, teacher } = await build()
    expect((await call('DELETE', `/api/users/${anna.id}`, { token: curator.token })).status).toBe(204)
    const { courses } = await statement(curator)
    expect(courses.map(({ name }) => name)).toEqual(['Вёрстка', 'Печать', 'Шрифт'])
    expect(courses.every(({ left_at }) => left_at !== null)).toBe(true)
    expect((await read(teacher)).status).toBe(404)
  })

  it('is the parent’s to read by their link, of their own children', async () => {
    const { anna, stranger, statement } = await build()
    const email = `parent-${anna.id}@home.example`
    await db.insert(guardians).values({ child_id: anna.id, email })
    await db.insert(familyLinks).values({ token_hash: hashToken(`link-${anna.id}`), email })
    const see = (id: number, token = `link-${anna.id}`) => call('GET', `/api/family/${token}/children/${id}/statement`)
    const { status, body } = await see(anna.id)
    expect(status).toBe(200)
    expect(body.statement).toEqual(await statement(anna))
    expect((await see(stranger.id)).status).toBe(404)
    expect((await see(anna.id, 'unknown')).status).toBe(422)
    await db.update(users).set({ birth_date: '1990-01-01' }).where(sql`id = ${anna.id}`)
    expect((await see(anna.id)).status).toBe(404)
  })
})
