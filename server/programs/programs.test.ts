import { describe, expect, it } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { formatPrice, formatStart } from '#contract/programs/program-texts.ts'
import { buildCourse, buildSection } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildLesson } from '#server/lessons/lessons.factory.ts'
import { programPage } from '#server/programs/programs.pages.ts'
import { mergeSettings } from '#server/site/site.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, deps, call, signedIn } = await testApp({ env: { PUBLIC_URL: 'https://school.example' } })
const teacher = await signedIn({ role: 'teacher', name: 'Вера', surname: 'Лосева' })
const students = await Promise.all([buildUser(db), buildUser(db)])

const terms = {
  announcement: '<p>Приходите</p>',
  enrolling: true,
  starts_on: '2027-02-01',
  seats: 5,
  price: 12_000,
  form: 'Очная',
  level: 'Дополнительное образование',
  duration: '3 месяца',
}
const courseWith = (values: Parameters<typeof buildCourse>[1] = {}) =>
  buildCourse(db, {
    ...terms,
    announced: true,
    teachers: [teacher.id],
    students: students.map(({ id }) => id),
    ...values,
  })
const read = (id: number, token?: string) => call('GET', `/api/programs/${id}`, token ? { token } : {})

describe('the announcement of a course', () => {
  it('shows everybody what is taught, by whom, when, for how much, and how to enrol', async () => {
    await mergeSettings(db, 'school', { name: 'Школа', enrol_words: 'Напишите нам', phone: '8 800' }, null)
    const course = await courseWith({ name: 'Вёрстка', summary: 'Страницы' })
    const section = await buildSection(db, course.id, 'Сетка')
    await buildLesson(db, { course_id: course.id, name: 'Вводный' })
    await buildLesson(db, { course_id: course.id, section_id: section.id, name: 'Колонки' })
    await buildLesson(db, { course_id: course.id, section_id: section.id, name: 'Тайный', status: 'draft' })
    await buildLesson(db, {
      course_id: course.id,
      section_id: section.id,
      name: 'Завтрашний',
      publish_at: new Date(Date.now() + dayMs).toISOString(),
    })
    const { status, body } = await read(course.id)
    expect(status).toBe(200)
    expect(body.program).toMatchObject({
      name: 'Вёрстка',
      summary: 'Страницы',
      ...terms,
      seats_left: 3,
      lesson_count: 2,
      teachers: [{ id: teacher.id, name: 'Вера' }],
      school: { name: 'Школа', enrol_words: 'Напишите нам', phone: '8 800' },
    })
    // lessons that students do not see yet are not in the plan
    expect(body.program.plan).toEqual([
      { name: null, lessons: ['Вводный'] },
      { name: 'Сетка', lessons: ['Колонки'] },
    ])
    expect(JSON.stringify(body)).not.toMatch(/Тайный|Завтрашний|students|email":"u/)
  })

  it('does not exist for a course that is not announced, whoever asks', async () => {
    const deleted = await courseWith()
    await updateCourse(db, deleted.id, { deleted_at: new Date().toISOString() })
    const ids = [
      (await courseWith({ status: 'draft' })).id,
      (await courseWith({ status: 'archived' })).id,
      (await courseWith({ announced: false })).id,
      deleted.id,
    ]
    for (const id of [...ids, 2_000_000_000]) {
      expect((await read(id)).status).toBe(404)
      expect((await read(id, teacher.token)).status).toBe(404)
      expect(await programPage(deps, { id: String(id) })).toBeNull()
      expect((await call('GET', `/og/program-${id}.png`)).status).toBe(404)
    }
    for (const id of ['0', 'x', '99999999999']) expect(await programPage(deps, { id })).toBeNull()
  })

  it('counts each place once, and never goes below zero', async () => {
    expect((await read((await courseWith({ seats: 1 })).id)).body.program.seats_left).toBe(0)
    expect((await read((await courseWith({ seats: null })).id)).body.program.seats_left).toBeNull()
  })

  it('has a head for search engines', async () => {
    const course = await courseWith({
      name: 'Курс',
      summary: '',
      announcement: '<p>Учим &amp; учимся</p><p>Вместе</p>',
      duration: '3 месяца, 72 ак. часа',
    })
    const page = await programPage(deps, { id: String(course.id) })
    expect(page).toMatchObject({
      title: 'Курс',
      head: {
        description: 'Учим & учимся Вместе',
        canonical: `/programs/${course.id}`,
        picture: `/og/program-${course.id}.png`,
        facts: [
          {
            '@type': 'Course',
            name: 'Курс',
            url: `https://school.example/programs/${course.id}`,
            offers: { price: 12_000, priceCurrency: 'RUB', category: 'Paid' },
            provider: { '@type': 'Organization', name: expect.stringMatching(/./) },
            hasCourseInstance: {
              courseMode: 'Online',
              courseWorkload: 'PT72H',
              courseSchedule: { '@type': 'Schedule', repeatFrequency: 'Monthly', repeatCount: 3 },
              startDate: '2027-02-01',
              instructor: [{ '@type': 'Person', name: 'Вера Лосева' }],
            },
          },
        ],
      },
    })
    expect(page?.answers).toEqual({ program: (await read(course.id)).body })
  })
})

describe('the terms of a course', () => {
  const path = async () => `/api/courses/${(await courseWith({ announcement: '' })).id}`

  it('are changed by its teachers, and shown to no other reader of the course', async () => {
    const student = await signedIn()
    const course = await courseWith({ students: [student.id] })
    const change = { ...terms, announcement: '<p>Новое</p><script>1</script>', price: 0, seats: null, code: '01.02' }
    const { status, body } = await call('PUT', `/api/courses/${course.id}`, { token: teacher.token, body: change })
    expect(status).toBe(200)
    expect(body.course).toMatchObject({ ...change, announcement: '<p>Новое</p>' })
    const seen = await call('GET', `/api/courses/${course.id}`, { token: student.token })
    for (const field of Object.keys(change)) expect(seen.body.course).not.toHaveProperty(field)
  })

  it('announce a course only when the change includes that', async () => {
    const made = await call('POST', '/api/courses', {
      token: teacher.token,
      body: { name: '7 «Б»', status: 'published' },
    })
    expect(made.body.course.announced).toBe(false)
    const { id } = made.body.course
    expect((await read(id)).status).toBe(404)
    const announce = (announced: boolean) =>
      call('PUT', `/api/courses/${id}`, { token: teacher.token, body: { announced } })
    expect((await announce(true)).body.course.announced).toBe(true)
    expect((await read(id)).status).toBe(200)
    await announce(false)
    expect((await read(id)).status).toBe(404)
    const { body } = await call('GET', '/api/courses', { token: teacher.token })
    expect(body.courses.find((course: { id: number }) => course.id === id)).toMatchObject({ announced: false })
  })

  it.each([
    ['price', -1],
    ['price', 1.5],
    ['seats', 0],
    ['starts_on', '31.12.2027'],
    ['starts_on', '2027-02-30'],
    ['enrolling', 'yes'],
    ['announced', 1],
    ['duration', 'x'.repeat(101)],
  ])('refuse %s %s', async (field, value) => {
    const { status, body } = await call('PUT', await path(), { token: teacher.token, body: { [field]: value } })
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

it('print prices and days as people do', () => {
  expect(formatPrice(0)).toBe('Бесплатно')
  expect(formatPrice(12_000)).toBe('12\u00a0000\u00a0₽')
  expect(formatStart('2027-02-01')).toBe('01.02.2027')
})
