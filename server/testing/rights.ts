import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { rightOfCall } from '#contract/right-of-call.ts'
import { people, rights, type Who } from '#contract/rights.ts'
import { type CuratorRight, curatorRights } from '#contract/users/curator-rights.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import { updateCourse } from '#server/courses/courses.repo.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject } from '#server/projects/projects.factory.ts'
import { projectComments } from '#server/projects/projects.table.ts'
import type { testApp } from '#server/testing/app.ts'
import { watchWrites } from '#server/testing/writes.ts'
import { updateUser } from '#server/users/users.repo.ts'

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

const fill = (path: string, params: Record<string, string | number> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, key) => String(params[key]))

const allParts = Object.keys(curatorRights) as CuratorRight[]

/** A kind of caller: what they are called, whom they are answered as, and the curator's rights if those are limited. */
type Caller = readonly [name: string, as: Who, limit?: CuratorRight[]]

/** The curator with what the call needs alone, and without each right of it with everything else. */
const limitedCurators = (endpoint: Endpoint): Caller[] => {
  const needed = [rightOfCall(endpoint) ?? []].flat()
  const without = needed.map(
    (right): Caller => [`a curator without ${right}`, 'otherTeacher', allParts.filter((part) => part !== right)],
  )
  const parts = needed.filter((right) => right !== 'all')
  return parts.length === 0 ? without : [[`a curator with ${parts.join(' and ')}`, 'curator', parts], ...without]
}

/**
 * Declares a test of every call of a domain as every kind of person, and as curators with a part of the rights: its
 * status is that of `contract/rights.ts`, and a refusal changes no row. Call it at the top level of
 * `<domain>/rights.test.ts`; a call without a request is a type error, `null` leaves it out. `settled` waits for what a
 * call has left running.
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
  describe('rights', () => {
    let written: Awaited<ReturnType<typeof watchWrites>>['written']
    beforeAll(async () => {
      const watch = await watchWrites(app.db)
      written = watch.written
      return watch.stop
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
      const statusOf = (who: Who) => rights[key]?.[people.indexOf(who)] as number
      const succeeds = ([, as]: Caller) => Number(statusOf(as) < 400)
      const everybody: Caller[] = [...people.map((who) => [who, who] as const), ...limitedCurators(endpoint)]
      // refusals first: what a success leaves running changes rows
      const callers = everybody.toSorted((one, other) => succeeds(one) - succeeds(other))
      test.each(callers.map(([name, as, limit]) => [name, statusOf(as), limit ? 'curator' : as, limit] as const))(
        '%s gets %i',
        async (who, status, caller, limit) => {
          const isRefused = status >= 400
          const { school, request } = await (isRefused || endpoint.method === 'GET' ? prepareShared() : prepare())
          // of the shared school, too: the one before may have been limited
          if (caller === 'curator') await updateUser(app.db, school.curator.id, { rights: limit ?? null })
          const token = tokenOf(school, caller)
          if (isRefused) await written()
          const response = await app.call(
            endpoint.method,
            fill(endpoint.path, request.params) + (request.query ?? ''),
            {
              ...(token && { token }),
              ...(request.body !== undefined && { body: request.body }),
              ...(request.headers && { headers: request.headers }),
              stream: endpoint.stream !== undefined,
            },
          )
          expect({ who, status: response.status, body: status === response.status || response.body }).toEqual({
            who,
            status,
            body: true,
          })
          if (!isRefused) return
          expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
          expect(await written()).toEqual([])
        },
      )
    })
  })
}

const tokenOf = (school: School, who: Who) => (who === 'guest' ? undefined : school[who].token)
