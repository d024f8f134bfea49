import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { people, rights, type Who } from '#contract/rights.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { projectComments } from '#server/projects/projects.table.ts'
import type { testApp } from '#server/testing/app.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** A school of six people around one course, as `contract/rights.ts` describes it. */
const buildSchool = async ({ db, signedIn }: App) => {
  const [student, stranger, teacher, otherTeacher, curator] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'teacher' }),
    signedIn({ role: 'curator' }),
  ])
  const course = await buildCourse(db, { announced: true, teachers: [teacher.id], students: [student.id] })
  await buildCourse(db, { teachers: [otherTeacher.id], students: [stranger.id] })
  const deleted = await buildCourse(db)
  await updateCourse(db, deleted.id, { deleted_at: new Date().toISOString() })
  const lesson = await buildLesson(db, { course_id: course.id })
  const assignment = await buildAssignment(db, { lesson_id: lesson.id })
  const project = await buildProject(db, { authors: [student.id] })
  const [comment] = await db
    .insert(projectComments)
    .values({ project_id: project.id, user_id: student.id, text: 'Спасибо!' })
    .returning()
  return { student, stranger, teacher, otherTeacher, curator, course, deleted, lesson, assignment, project, comment }
}
export type School = Awaited<ReturnType<typeof buildSchool>>

interface Request {
  params?: Record<string, string | number>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Builds a request that is valid in everything but, perhaps, the caller, with the rows it needs. */
type BuildRequest = (school: School) => Promise<Request> | Request

/** A digest of every row of every table, except when a session was last used. */
const digestOfRows = async (db: Db) => {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'sessions'`,
  )
  const digests = tables.rows.map(
    ({ name }) =>
      sql`select ${name} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.identifier(name)} t`,
  )
  const { rows } = await db.execute<{ name: string; sum: string }>(sql.join(digests, sql` union all `))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const fill = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]))

/**
 * Declares a test of every call of a domain as every kind of person: its status is that of `contract/rights.ts`, and a
 * refusal changes no row. Call it at the top level of `<domain>/rights.test.ts`; a call without a request is a type
 * error, `null` leaves it out. `settled` waits for what a call has left running.
 */
export const testRights = <Domain extends Record<string, Endpoint>>(
  app: App,
  domain: Domain,
  requests: { [Call in keyof Domain]: BuildRequest | null },
  settled: () => Promise<void> = async () => {},
) => {
  const calls = Object.entries(requests).flatMap(([call, build]) => {
    const endpoint = domain[call] as Endpoint
    return build ? [[`${endpoint.method} ${endpoint.path}`, endpoint, build as BuildRequest] as const] : []
  })
  describe.each(calls)('%s', (key, endpoint, build) => {
    const prepare = async () => {
      const school = await buildSchool(app)
      return { school, request: await build(school) }
    }
    let shared: ReturnType<typeof prepare> | undefined
    /** For calls that change nothing. */
    const prepareShared = () => {
      shared ??= prepare()
      return shared
    }
    afterAll(settled)
    test.each(people.map((who, place) => [who, rights[key]?.[place] as number] as const))(
      '%s gets %i',
      async (who, status) => {
        const isRefused = status >= 400
        const { school, request } = await (isRefused || endpoint.method === 'GET' ? prepareShared() : prepare())
        const before = isRefused && (await digestOfRows(app.db))
        const token = tokenOf(school, who)
        const response = await app.call(endpoint.method, fill(endpoint.path, request.params) + (request.query ?? ''), {
          ...(token && { token }),
          ...(request.body !== undefined && { body: request.body }),
          ...(request.headers && { headers: request.headers }),
          stream: endpoint.stream !== undefined,
        })
        expect({ who, status: response.status, body: status === response.status || response.body }).toEqual({
          who,
          status,
          body: true,
        })
        if (!before) return
        expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
        expect(await digestOfRows(app.db)).toEqual(before)
      },
    )
  })
}

const tokenOf = (school: School, who: Who) => (who === 'guest' ? undefined : school[who].token)
