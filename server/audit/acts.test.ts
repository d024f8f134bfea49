import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { demoPassword } from '#server/users/users.factory.ts'

const { db, call, signedIn } = await testApp()
const curator = await signedIn({ role: 'curator' })
const teacher = await signedIn({ role: 'teacher' })
const student = await signedIn()
const other = await signedIn()

interface Written {
  actor_id: number | null
  kind: string
  object_kind: string
  object_id: string
  before: object
  after: object
}

/** What the act has written into the journal. */
const writtenBy = async (act: () => Promise<unknown>) => {
  const { rows: last } = await db.execute<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_entries`)
  await act()
  const { rows } = await db.execute<Written & Record<string, unknown>>(sql`
    select actor_id, kind, object_kind, object_id, before, after from audit_entries where id > ${last[0]?.id} order by id`)
  return rows
}

const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
const handedIn = async () => {
  const { id } = await buildLesson(db, { course_id: course.id })
  const { id: assignment_id } = await buildAssignment(db, { lesson_id: id })
  return buildTask(db, {
    assignment_id,
    students: [student.id],
    status: 'submitted',
    attempts: [{ content: '<p>Готово.</p>', hoursAgo: 1 }],
  })
}

type Call = ['POST' | 'PUT' | 'DELETE', string, unknown?]
type Who = { id: number; token: string }

/** Each act, who does it, and its one entry: kind, object, before and after. */
const acts: [
  string,
  () => Promise<{ who: Who; call: Call; entry: [string, string, number | string, object, object] }>,
][] = [
  [
    'a role',
    async () => ({
      who: curator,
      call: ['PUT', `/api/users/${other.id}`, { role: 'teacher' }],
      entry: ['user-role', 'user', other.id, { role: 'student' }, { role: 'teacher' }],
    }),
  ],
  [
    'deactivation',
    async () => ({
      who: curator,
      call: ['DELETE', `/api/users/${other.id}`],
      entry: ['user-active', 'user', other.id, { active: true }, { active: false }],
    }),
  ],
  [
    'a name',
    async () => ({
      who: student,
      call: ['PUT', `/api/users/${student.id}`, { name: 'Ольга' }],
      entry: ['user-changed', 'user', student.id, {}, { fields: ['name'] }],
    }),
  ],
  [
    'enrolment',
    async () => ({
      who: teacher,
      call: ['PUT', `/api/courses/${course.id}/students`, { user_ids: [] }],
      entry: ['course-students', 'course', course.id, { students: [student.id] }, {}],
    }),
  ],
  [
    'teachers',
    async () => ({
      who: curator,
      call: ['PUT', `/api/courses/${course.id}/teachers`, { user_ids: [teacher.id, curator.id] }],
      entry: ['course-teachers', 'course', course.id, {}, { teachers: [curator.id] }],
    }),
  ],
  [
    'a score',
    async () => {
      const { id } = await handedIn()
      return {
        who: curator,
        call: ['PUT', `/api/tasks/${id}/score`, { score: 4 }],
        entry: ['score', 'task', id, { score: null }, { score: 4 }],
      }
    },
  ],
  [
    'a verdict',
    async () => {
      const { id } = await handedIn()
      return {
        who: teacher,
        call: ['POST', `/api/tasks/${id}/review`, { attempt: 1, verdict: 'accepted', score: 5 }],
        entry: ['verdict', 'task', id, { status: 'submitted', score: null }, { status: 'accepted', score: 5 }],
      }
    },
  ],
  [
    'a deleted lesson',
    async () => {
      const { id } = await buildLesson(db, { course_id: course.id })
      return {
        who: teacher,
        call: ['DELETE', `/api/lessons/${id}`],
        entry: ['lessons-deleted', 'course', course.id, { lessons: [id] }, {}],
      }
    },
  ],
  [
    'a deleted course',
    async () => {
      const { id } = await buildCourse(db)
      return { who: curator, call: ['DELETE', `/api/courses/${id}`], entry: ['course-deleted', 'course', id, {}, {}] }
    },
  ],
  [
    'a hidden project',
    async () => {
      const { id } = await buildProject(db, { authors: [student.id] })
      return {
        who: curator,
        call: ['PUT', `/api/projects/${id}`, { status: 'hidden', reason: 'Чужая работа' }],
        entry: ['project-hidden', 'project', id, { status: 'published' }, { status: 'hidden' }],
      }
    },
  ],
  [
    'settings',
    async () => ({
      who: curator,
      call: ['PUT', '/api/settings/school', { name: 'Школа', age_mark: '12+', consent_age: 14 }],
      entry: ['settings-changed', 'settings', 'school', { age_mark: '' }, { age_mark: '12+', fields: ['name'] }],
    }),
  ],
  [
    'a consent',
    async () => ({
      who: student,
      call: ['POST', `/api/users/${student.id}/consents`, { document: 'publication' }],
      entry: ['consent-given', 'user', student.id, {}, { document: 'publication', version: 1 }],
    }),
  ],
  [
    'a consent taken back',
    async () => ({
      who: student,
      call: ['POST', `/api/users/${student.id}/consents/publication/withdrawal`, {}],
      entry: ['consent-withdrawn', 'user', student.id, {}, { document: 'publication' }],
    }),
  ],
  [
    'a password',
    async () => ({
      who: student,
      call: [
        'PUT',
        `/api/users/${student.id}/password`,
        { current_password: demoPassword, password: 'совсем другой пароль' },
      ],
      entry: ['password-changed', 'user', student.id, {}, {}],
    }),
  ],
]

it.each(acts)('writes one entry of %s, and none of the same by a stranger', async (_, prepare) => {
  const {
    who,
    call: [method, path, body],
    entry: [kind, object_kind, object_id, before, after],
  } = await prepare()
  const stranger = await signedIn()
  const by = ({ token }: Who) => call(method, path, { token, ...(body !== undefined && { body }) })
  expect(await writtenBy(async () => expect((await by(stranger)).status).toBeGreaterThanOrEqual(400))).toEqual([])
  const written = await writtenBy(async () => {
    const { status, body } = await by(who)
    expect({ status, body: status < 300 || body }).toEqual({ status: expect.any(Number), body: true })
  })
  expect(written).toEqual([{ actor_id: who.id, kind, object_kind, object_id: String(object_id), before, after }])
})
