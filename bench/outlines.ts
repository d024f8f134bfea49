import type { Browser } from '@playwright/test'
import pg from 'pg'
import { type FreshCall, type FreshResult, measureFresh } from './fresh-calls.ts'
import { measurePage, type PageResult } from './pages.ts'
import { ask, signIn } from './school.ts'
import { openSite, type Site } from './site.ts'

/** The compared courses, in lessons. */
export const outlineSizes = [10, 100, 300] as const

/** A call in courses of each size. */
export interface OutlineResult {
  name: string
  sizes: FreshResult[]
}

/** Max bytes and requests of a first load, as of every course. */
const pageAim = { bytes: 190_000, requests: 20 }

/**
 * Adds a published course of the demo teacher and student: sections of ten lessons, every third with an assignment, a
 * tenth of them waiting for the one before, the first half read and handed in.
 */
const addCourse = async (client: pg.Client, size: number) => {
  const { rows } = await client.query<{ id: number }>(
    `with course as (
      insert into courses (name, status, announced) values ($1, 'published', false) returning id
    ), taught as (
      insert into course_teachers (course_id, user_id) select course.id, users.id from course, users where email = 'teacher@demo.example'
    ), taken as (
      insert into course_students (course_id, user_id) select course.id, users.id from course, users where email = 'student@demo.example'
    ) select id from course`,
    [`Курс из ${size} уроков`],
  )
  const id = rows[0]?.id as number
  await client.query(
    `insert into sections (course_id, name, position) select $1, 'Раздел ' || nth, nth from generate_series(1, $2::int / 10) as nth`,
    [id, size],
  )
  await client.query(
    `insert into lessons (course_id, section_id, position, name, status, content)
    select $1, sections.id, nth, 'Урок ' || nth || ': сетка, ритм и поля', 'published', repeat('<p>Сетка держит страницу.</p>', 40)
    from generate_series(1, $2::int) as nth
    join sections on sections.course_id = $1 and sections.position = (nth - 1) / 10 + 1`,
    [id, size],
  )
  await client.query(
    `insert into assignments (lesson_id, text, due_at)
    select id, '<p>Сделайте работу.</p>', now() + make_interval(days => position)
    from lessons where course_id = $1 and position % 3 = 0`,
    [id],
  )
  await client.query(
    `insert into lesson_requirements (lesson_id, after_id, needs)
    select later.id, earlier.id, 'read' from lessons later
    join lessons earlier on earlier.course_id = later.course_id and earlier.position = later.position - 1
    where later.course_id = $1 and later.position % 10 = 5`,
    [id],
  )
  await client.query(
    `insert into lesson_reads (user_id, lesson_id)
    select users.id, lessons.id from users, lessons
    where email = 'student@demo.example' and course_id = $1 and position <= $2 / 2`,
    [id, size],
  )
  await client.query(
    `with begun as (
      insert into tasks (assignment_id, course_id, status) select assignments.id, $1, 'accepted'
      from assignments join lessons on lessons.id = assignments.lesson_id where course_id = $1 and position <= $2 / 2
      returning id, assignment_id)
    insert into task_students (task_id, user_id, assignment_id, course_id)
    select begun.id, users.id, begun.assignment_id, $1 from begun, users where email = 'student@demo.example'`,
    [id, size],
  )
  return id
}

/** What a course of any size is read and changed by. */
const callsOf = async (site: string, course: number): Promise<FreshCall[]> => {
  const student = await signIn(site, 'student')
  const teacher = await signIn(site, 'teacher')
  const { lessons } = (await ask(site, `/api/courses/${course}`, { token: teacher })).course
  const [first, last] = [lessons[0], lessons.at(-1)]
  const path = `/api/courses/${course}`
  return [
    { name: 'the course, a student', path, token: student },
    { name: 'the course, its teacher', path, token: teacher },
    {
      name: 'a lesson in the middle, a student',
      path: `/api/lessons/${lessons[Math.floor(lessons.length / 2)].id}`,
      token: student,
    },
    { name: 'the list of courses, a student', path: '/api/courses', token: student },
    {
      name: 'moving the first lesson to the end, and back',
      path: `${path}/moves`,
      token: teacher,
      body: (nth) => ({
        kind: 'lesson',
        id: first.id,
        section_id: nth % 2 ? first.section_id : last.section_id,
        after_id: nth % 2 ? null : last.id,
      }),
    },
  ]
}

const measureCalls = async (site: Site) => {
  const client = new pg.Client(site.databaseUrl ?? '')
  await client.connect()
  const measured: FreshResult[][] = []
  let longest = 0
  try {
    for (const size of outlineSizes) {
      console.error(`Measuring a course of ${size} lessons`)
      longest = await addCourse(client, size)
      await client.query('analyze')
      const results = []
      for (const call of await callsOf(site.url, longest)) results.push(await measureFresh(site, client, call))
      measured.push(results)
    }
  } finally {
    await client.end()
  }
  const calls = (measured[0] ?? []).map(({ name }, nth) => ({
    name,
    sizes: measured.flatMap((results) => results[nth] ?? []),
  }))
  return { calls, longest }
}

const measurePages = async (browser: Browser, site: string, course: number) => {
  const pages: PageResult[] = []
  for (const role of ['student', 'teacher'] as const) {
    console.error(`Loading the course ${course} as ${role}`)
    const token = await signIn(site, role)
    const page = await measurePage(browser, site, { path: `/courses/${course}`, token, aim: pageAim })
    pages.push({ ...page, path: `${outlineSizes.at(-1)} lessons, ${role}` })
  }
  return pages
}

/** Courses of several sizes, and first loads of the page of the longest. */
export const measureOutlines = async (openBrowser: () => Promise<Browser>) => {
  const site = await openSite({}, { isCounted: true })
  try {
    const { calls, longest } = await measureCalls(site)
    const browser = await openBrowser()
    try {
      return { calls, pages: await measurePages(browser, site.url, longest) }
    } finally {
      await browser.close()
    }
  } finally {
    await site.stop()
  }
}
