import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { findPostmaster } from '#server/db/postgres-process.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { startReplica } from '#server/testing/replica.ts'
import { ask as order, withProcess } from './calls.ts'
import { fillSchool, readBase } from './fill.ts'
import type { LoadOrder, LoadResult, OnceCall } from './load.ts'
import { treeCpuTimeOf } from './memory.ts'
import { findCalls } from './school.ts'
import { signInMany } from './soak.ts'

/** A call under load. Time of the processor in microseconds for each call; null where nothing was measured. */
export interface ScaleResult {
  name: string
  processes: number
  hasReplica: boolean
  load: LoadResult
  cpu: Record<'site' | 'primary' | 'replica', number | null>
}

const schoolUsers = 10_000
const connections = 16
/** How many people, and pages, are asked for once each. */
const many = { students: 2000, teachers: 300, projects: 1000 }

/** What is repeated, and what is asked by everybody once; `once` is null for what is repeated. */
interface Burst {
  name: string
  path: string
  headers: Record<string, string>
  once?: OnceCall[]
}

const quiet = { 'accept-encoding': 'identity' }

/** The calls that everybody makes for the first time, so that nothing is kept for them. */
const findOnceCalls = async (client: pg.Client): Promise<Burst[]> => {
  const students = await signInMany(client, 'student', many.students)
  const teachers = await signInMany(client, 'teacher', many.teachers)
  const ids = students.map(({ id }) => id)
  const taken = await client.query<{ user_id: number; course_id: number }>(
    'select user_id, min(course_id) as course_id from course_students where user_id = any($1) group by user_id',
    [ids],
  )
  const courseOf = new Map(taken.rows.map(({ user_id, course_id }) => [user_id, course_id]))
  const shown = await client.query<{ id: number }>(
    `select id from projects where status = 'published' and visibility = 'public' order by id desc limit $1`,
    [many.projects],
  )
  const once = (name: string, calls: OnceCall[]) => ({
    name: `${name}, each once`,
    path: '',
    headers: quiet,
    once: calls,
  })
  return [
    once(
      'the current user',
      students.map(({ headers }) => ({ path: '/api/auth/user', headers })),
    ),
    once(
      'a course',
      students.map(({ id, headers }) => ({ path: `/api/courses/${courseOf.get(id)}`, headers })),
    ),
    once(
      'the queue',
      teachers.map(({ headers }) => ({ path: '/api/tasks?status=submitted', headers })),
    ),
    once(
      'a project, a page',
      shown.rows.map(({ id }) => ({ path: `/projects/${id}`, headers: {} })),
    ),
  ]
}

/** The calls that are repeated: those of the whole measurement, and searches of guests, which nothing is kept of. */
const findRepeated = async (site: string): Promise<Burst[]> => {
  const calls = await findCalls(site)
  const repeated = calls.map(({ name, path, token }) => ({
    name,
    path,
    headers: { ...quiet, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  }))
  const search = `/api/projects?search=${encodeURIComponent('плакат')}`
  return [...repeated, { name: 'GET /api/projects?search=…', path: search, headers: quiet }]
}

interface Servers {
  site: () => number
  primary: () => number
  replica: () => number | null
}

/** Time of the processor that each has used so far, in milliseconds. */
const cpuTimes = async ({ site, primary, replica }: Servers) => {
  const replicaPid = replica()
  const [own, first, second] = await Promise.all([
    treeCpuTimeOf(site()),
    treeCpuTimeOf(primary()),
    replicaPid === null ? null : treeCpuTimeOf(replicaPid),
  ])
  return { site: own, primary: first, replica: second }
}

const measureBurst = async (site: OwnSite, servers: Servers, burst: Burst, seconds: number) => {
  const { path, headers, once } = burst
  return withProcess('load.ts', async (client) => {
    const fire = (duration: number) => {
      const load: LoadOrder = { url: site.url + path, headers, connections, seconds: duration, ...(once && { once }) }
      return order<LoadResult>(client, load)
    }
    // what is asked once would be kept after that
    if (!once) await fire(Math.min(1, seconds))
    const before = await cpuTimes(servers)
    const load = await fire(seconds)
    const after = await cpuTimes(servers)
    const each = (from: number | null, to: number | null) =>
      from === null || to === null ? null : ((to - from) * 1000) / load.responses
    return {
      load,
      cpu: {
        site: each(before.site, after.site),
        primary: each(before.primary, after.primary),
        replica: each(before.replica, after.replica),
      },
    }
  })
}

/** Measures one and two processes, without and with a replica, in the same school. */
export const measureScale = async (seconds: number): Promise<ScaleResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-bench-scale-'))
  const dirs = { primary: join(folder, 'primary'), replica: join(folder, 'replica') }
  const closers = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]
  try {
    const primary = await startEmbeddedPostgres({ dir: dirs.primary })
    closers.push(primary.stop)
    // fills the demo school
    await (await startOwnSite({ DATABASE_URL: primary.url })).stop()
    console.error(`Filling the school: ${schoolUsers.toLocaleString('en')} users`)
    const nobody = { users: 0, people: 0 }
    const school = { users: schoolUsers, people: schoolUsers }
    await fillSchool(primary.url, await readBase(primary.url), nobody, school)
    const client = new pg.Client(primary.url)
    await client.connect()
    const once = await findOnceCalls(client).finally(() => client.end())
    const replica = await startReplica({ dir: dirs.primary, url: primary.url }, { dir: dirs.replica })
    closers.push(replica.stop)
    const results: ScaleResult[] = []
    for (const processes of [1, 2]) {
      for (const hasReplica of [false, true]) {
        console.error(`${processes} processes, ${hasReplica ? 'with' : 'without'} a replica`)
        const site = await startOwnSite({
          DATABASE_URL: primary.url,
          ...(hasReplica && { DATABASE_REPLICA_URL: replica.url }),
          WORKERS: String(processes),
        })
        const servers: Servers = {
          site: site.pid,
          primary: () => findPostmaster(dirs.primary)?.pid ?? 0,
          replica: () => findPostmaster(dirs.replica)?.pid ?? null,
        }
        try {
          for (const burst of [...(await findRepeated(site.url)), ...once]) {
            const measured = await measureBurst(site, servers, burst, seconds)
            results.push({ name: burst.name, processes, hasReplica, ...measured })
          }
        } finally {
          await site.stop()
        }
      }
    }
    // the same calls together
    const names = results.map(({ name }) => name)
    return results.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}
