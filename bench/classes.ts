import pg from 'pg'
import { type FreshCall, type FreshResult, measureFresh } from './fresh-calls.ts'
import { ask, signIn } from './school.ts'
import type { Site } from './site.ts'

/** The school: as many people, most of them students. */
export const classUsers = 10_000

/** What those who run a school read and do, for few and for many. */
export interface ClassResult {
  name: string
  sizes: { size: string; result: FreshResult }[]
}

/** Students of the filled school, by their ids. */
const findStudents = async (client: pg.Client, count: number) => {
  const { rows } = await client.query<{ id: number }>(
    "select id from users where role = 'student' and active order by id limit $1",
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Adds a published course of the demo teacher: an assignment in each lesson, most of them handed in and marked. */
const addCourse = async (client: pg.Client, students: number[], assignments: number) => {
  const { rows } = await client.query<{ id: number }>(
    `with course as (
      insert into courses (name, status, announced) values ('Курс класса', 'published', false) returning id
    ), taught as (
      insert into course_teachers (course_id, user_id) select course.id, users.id from course, users where email = 'teacher@demo.example'
    ) select id from course`,
  )
  const id = rows[0]?.id as number
  await client.query('insert into course_students (course_id, user_id) select $1, unnest($2::int[])', [id, students])
  await client.query(
    `with added as (
      insert into lessons (course_id, position, name, status, content)
      select $1, nth, 'Урок ' || nth || ': сетка и ритм', 'published', '<p>Сетка держит страницу.</p>'
      from generate_series(1, $2::int) as nth returning id, position)
    insert into assignments (lesson_id, text, due_at)
    select id, '<p>Сделайте работу.</p>', now() - make_interval(days => position) from added`,
    [id, assignments],
  )
  await client.query(
    `with pairs as (
      select assignments.id as assignment_id, student_id, nextval(pg_get_serial_sequence('tasks', 'id'))::int as task_id
      from assignments join lessons on lessons.id = lesson_id, unnest($2::int[]) as student_id
      where course_id = $1 and (assignments.id + student_id) % 10 > 1
    ), begun as (
      insert into tasks (id, assignment_id, course_id, status, score, submitted_at) overriding system value
      select task_id, assignment_id, $1, 'accepted', task_id % 10, now() from pairs)
    insert into task_students (task_id, user_id, assignment_id, course_id)
    select task_id, student_id, assignment_id, $1 from pairs`,
    [id, students],
  )
  return id
}

/** The journal of 30 × 20 is that of the targets of calls; 200 × 60 is a whole year of eight classes. */
const journals = [
  { students: 30, assignments: 20 },
  { students: 200, assignments: 60 },
]
const classCourses = [2, 12]

/** Calls of one kind by size, such as `{ '30 × 20': call }`. */
type Sized = Record<string, FreshCall>

const journalCalls = async (client: pg.Client, token: string): Promise<Sized> => {
  const calls: Sized = {}
  for (const { students, assignments } of journals) {
    const id = await addCourse(client, await findStudents(client, students), assignments)
    calls[`${students} × ${assignments}`] = { name: 'a journal', path: `/api/courses/${id}/journal`, token }
  }
  return calls
}

const classCalls = async (site: string, client: pg.Client, token: string): Promise<Sized> => {
  const calls: Sized = {}
  const students = await findStudents(client, 30)
  for (const count of classCourses) {
    const course_ids: number[] = []
    while (course_ids.length < count) course_ids.push(await addCourse(client, students, 10))
    const body = { name: `Класс с ${count} курсами`, student_ids: students, course_ids, leader_ids: [] }
    const { cohort } = await ask(site, '/api/cohorts', { token, body })
    calls[`${count} courses`] = {
      name: 'the screen of a class of 30',
      path: `/api/cohorts/${cohort.id}/progress`,
      token,
    }
  }
  return calls
}

const announcementCalls = async (site: string, client: pg.Client, token: string): Promise<Sized> => {
  const body = {
    name: 'Класс для объявлений',
    student_ids: await findStudents(client, 30),
    course_ids: [],
    leader_ids: [],
  }
  const { cohort } = await ask(site, '/api/cohorts', { token, body })
  const toPeople = (to: object): FreshCall => ({
    name: 'announcing something',
    path: '/api/announcements',
    token,
    body: (nth) => ({ title: `Объявление ${nth}`, content: '<p>Завтра занятий нет.</p>', to, must_read: true }),
  })
  return { '30 readers': toPeople({ cohort_ids: [cohort.id] }), 'all readers': toPeople({ roles: ['student'] }) }
}

/** The list of people, in the school as it is now. */
export const measurePeople = async (site: Site): Promise<FreshResult> => {
  const client = new pg.Client(site.databaseUrl ?? '')
  await client.connect()
  try {
    const token = await signIn(site.url, 'curator')
    return await measureFresh(site, client, { name: 'the list of people', path: '/api/users', token })
  } finally {
    await client.end()
  }
}

/**
 * People, journals, classes and announcements in a large school; nothing is kept for any call. `few`: its people
 * before.
 */
export const measureClasses = async (site: Site, few: FreshResult): Promise<ClassResult[]> => {
  await site.fill(classUsers)
  const people = [
    { size: 'the demo school', result: few },
    { size: `${classUsers} people`, result: await measurePeople(site) },
  ]
  const client = new pg.Client(site.databaseUrl ?? '')
  await client.connect()
  try {
    const curator = await signIn(site.url, 'curator')
    const kinds = [
      await journalCalls(client, await signIn(site.url, 'teacher')),
      await classCalls(site.url, client, curator),
      await announcementCalls(site.url, client, curator),
    ]
    await client.query('analyze')
    const results: ClassResult[] = [{ name: few.name, sizes: people }]
    for (const sized of kinds) {
      const sizes: ClassResult['sizes'] = []
      for (const [size, call] of Object.entries(sized)) {
        console.error(`Measuring ${call.name}, ${size}`)
        sizes.push({ size, result: await measureFresh(site, client, call) })
      }
      results.push({ name: sizes[0]?.result.name ?? '', sizes })
    }
    return results
  } finally {
    await client.end()
  }
}
