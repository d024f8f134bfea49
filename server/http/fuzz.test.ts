import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { anyCharacter } from '#contract/content/any-character.fixture.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { addFile } from '#server/files/files.fixture.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'

const { db, call, signedIn } = await testApp()
const [student, teacher, curator] = await Promise.all([
  signedIn(),
  signedIn({ role: 'teacher' }),
  signedIn({ role: 'curator' }),
])

// the first rows of their tables: every {id} is 1
const course = await buildCourse(db, { teachers: [teacher.id], students: [student.id] })
const lesson = await buildLesson(db, { course_id: course.id })
const assignment = await buildAssignment(db, { lesson_id: lesson.id })
await buildTask(db, {
  assignment_id: assignment.id,
  students: [student.id],
  status: 'submitted',
  attempts: [{ content: '<p>x</p>', hoursAgo: 1 }],
})
await buildProject(db, { authors: [student.id] })
const file = await addFile(db, student.id)

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    'x'.repeat(300),
    '2026-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    'a@b.ru',
    "'; drop table users; --",
  ),
)
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, -1, 2_147_483_648, 1e308))
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'name', 'text', 'done', 'points', '__proto__'), tie('any'), { maxKeys: 3 }),
  ),
})).any

/** Bodies of the shape that a call expects, with anything in its fields. */
const bodyOf = (body: unknown) => {
  const shape = Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
  const likely: Record<string, fc.Arbitrary<unknown>> = {
    status: fc.constantFrom('draft', 'published', 'archived', 'hidden'),
    verdict: fc.constantFrom('accepted', 'returned'),
    attempt: fc.constant(1),
    course_id: fc.constant(1),
    user_ids: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
    ids: fc.array(fc.integer({ min: 0, max: 2_147_483_647 }), { maxLength: 4 }),
    assignment: fc.record(
      { text, due_at: text, criteria: fc.array(fc.record({ name: text, points: number })) },
      { requiredKeys: [] },
    ),
    remarks: fc.array(fc.record({ text })),
    tags: fc.array(text, { maxLength: 3 }),
    content: fc.oneof(text, fc.constant(`<img src="/files/${file.id}">`)),
    file_ids: fc.array(fc.constantFrom(file.id, '0'.repeat(32)), { maxLength: 3 }),
    revision: fc.nat({ max: 3 }),
  }
  const fields = Object.fromEntries(shape.map((key) => [key, fc.oneof(likely[key] ?? text, value)]))
  return fc.oneof(value, fc.record(fields, { requiredKeys: [] }))
}

const query = fc.array(
  fc.tuple(
    fc.constantFrom('page', 'search', 'status', 'role', 'email', 'course_id', 'tag', 'sort', 'deleted', 'token'),
    fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('1', '0', 'abc', '99999999999', '', '%')),
  ),
  { maxLength: 3 },
)

const kept = ['/api/auth/logout', '/api/auth/login', '/api/auth/register', '/api/users/{id}/password']
const calls = endpoints.filter(({ method, path, upload }) => method !== 'DELETE' && !upload && !kept.includes(path))

describe('no input breaks the server', () => {
  it.each(calls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const path = endpoint.path
        .replace('{key}', 'lesson:1')
        .replace(/files\/\{id\}/, `files/${file.id}`)
        .replace(/\{\w+\}/g, '1')
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(student, teacher, curator),
          endpoint.body ? bodyOf(endpoint.body) : fc.constant(undefined),
          query,
          async (person, body, pairs) => {
            const search = new URLSearchParams(pairs.map(([key, text]) => [key, text.toWellFormed()]))
            const { status } = await call(endpoint.method, `${path}?${search}`, {
              token: person.token,
              ...(body === undefined ? {} : { body }),
              headers: { 'idempotency-key': 'fuzz' },
              stream: endpoint.stream !== undefined,
            })
            expect(status).toBeLessThan(500)
          },
        ),
        { numRuns: endpoint.body ? 40 : 12 },
      )
    },
  )
})
