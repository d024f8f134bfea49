import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { hashToken } from '#server/http/session.ts'
import { memoryOf } from './memory.ts'
import { ask, findLargeCourse, signIn } from './school.ts'
import { openSite, type Site } from './site.ts'
import type { SoakOrder, SoakOutcome, SoakRequest } from './soak-client.ts'

/** The school around, in users. */
const schoolUsers = 10_000
const allRequests = Number(process.env.BENCH_REQUESTS) || 1_000_000
const parts = 20
const students = 300
const staff = 10

/** Max memory at the end, in megabytes. */
export const maxSoakMemory = 250
const sampleMs = 500

/** A twentieth of the requests; memory of the server's process in megabytes. */
interface SoakPart {
  requests: number
  perSecond: number
  end: number
  peak: number
}

export interface SoakResult {
  parts: SoakPart[]
  /** How the memory grew over the second half, in megabytes for 100,000 requests. */
  growth: number
  /** Responses of the server that failed, and requests without any. */
  failed: number
}

interface Person {
  id: number
  token: string
  headers: Record<string, string>
}

/** Opens sessions for people of a role who take or teach courses. */
export const signInMany = async (client: pg.Client, role: 'student' | 'teacher', count: number): Promise<Person[]> => {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const { rows } = await client.query<{ id: number; n: string }>(
    `with people as (
      select id, row_number() over (order by id) as n from users
      where role = $1 and active and exists(select from ${role === 'student' ? 'course_students' : 'course_teachers'} where user_id = users.id)
      limit $2)
    insert into sessions (token_hash, user_id, expires_at)
    select hash, id, now() + interval '1 day'
    from people join unnest($3::bytea[]) with ordinality as hashes (hash, n) using (n)
    returning user_id as id, (select n from people where people.id = user_id) as n`,
    [role, count, tokens.map(hashToken)],
  )
  return rows.map(({ id, n }) => {
    const token = tokens[Number(n) - 1] as string
    return { id, token, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' } }
  })
}

const guest = { 'accept-encoding': 'gzip, deflate, br' }
const json = { 'content-type': 'application/json' }

/** A visit of a student: their main page, a course, a lesson, what is new. */
const visitOf = async (site: string, { headers, token }: Person, index: number): Promise<SoakRequest[]> => {
  const get = (path: string): SoakRequest => ({ method: 'GET', path, headers })
  const { courses } = await ask(site, '/api/courses', { token })
  const { course } = await ask(site, `/api/courses/${courses[index % courses.length].id}`, { token })
  const lessons: { id: number }[] = course.lessons.slice(0, 3)
  const read: SoakRequest = {
    method: 'POST',
    path: '/api/users/notifications/read',
    headers: { ...headers, ...json },
    body: JSON.stringify({ ids: [] }),
  }
  return [
    get('/api/auth/user'),
    get('/api/courses'),
    get('/api/tasks'),
    get('/api/auth/user'),
    get(`/api/courses/${course.id}`),
    ...lessons.flatMap(({ id }) => [get('/api/auth/user'), get(`/api/lessons/${id}`)]),
    get('/api/users/notifications'),
    read,
  ]
}

/** A visit of a teacher: the queue, some of its pages, a journal. */
const deskOf = async (site: string, { headers, token }: Person): Promise<SoakRequest[]> => {
  const { course } = await findLargeCourse(site, token)
  return [
    '/api/auth/user',
    '/api/tasks?status=submitted',
    '/api/tasks?status=submitted&page=2',
    '/api/auth/user',
    '/api/courses',
    `/api/courses/${course}`,
    `/api/courses/${course}/journal`,
  ].map((path) => ({ method: 'GET', path, headers }))
}

/** A guest: served pages, the list of projects, a bundle. */
const guestVisits = async (site: string): Promise<SoakRequest[]> => {
  const { projects } = await ask(site, '/api/projects')
  const document = await (await fetch(site)).text()
  const bundle = /\/build\/[^"]+\.js/.exec(document)?.[0] ?? '/robots.txt'
  const pages = projects.slice(0, 5).map(({ id }: { id: number }) => `/projects/${id}`)
  return ['/', bundle, '/api/projects', '/api/home', '/organisation/page1', ...pages].map(
    (path): SoakRequest => ({ method: 'GET', path, headers: guest }),
  )
}

/** The same order in each run. */
const shuffled = <Item>(items: Item[]) => {
  let seed = 1
  const keyed = items.map((item) => {
    seed = (seed * 48_271) % 2_147_483_647
    return { item, key: seed }
  })
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

const mixOf = async (site: string, databaseUrl: string) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const visits = await Promise.all(
      (await signInMany(client, 'student', students)).map((who, n) => visitOf(site, who, n)),
    )
    const desks = await Promise.all((await signInMany(client, 'teacher', staff)).map((who) => deskOf(site, who)))
    const guests = await guestVisits(site)
    return shuffled([...visits.flat(), ...desks.flat(), ...Array.from({ length: 15 }, () => guests).flat()])
  } finally {
    await client.end()
  }
}

/** The slope of the line through points, by least squares. */
const slopeOf = (points: { x: number; y: number }[]) => {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const across = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0)
  return across / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
}

const fire = async (client: ChildProcess, order: SoakOrder) => {
  client.send(order)
  return (await once(client, 'message'))[0] as SoakOutcome
}

const measure = async (site: Site, client: ChildProcess): Promise<SoakResult> => {
  await site.fill(schoolUsers)
  await signIn(site.url, 'student')
  const requests = await mixOf(site.url, site.databaseUrl as string)
  console.error(`${allRequests.toLocaleString('en')} requests, a mix of ${requests.length}`)
  const memory = async () => (await memoryOf(site.pid() ?? 0)) ?? Number.NaN
  const samples: { x: number; y: number }[] = []
  const result: SoakPart[] = []
  let failed = 0
  for (let part = 0; part < parts; part += 1) {
    let peak = 0
    const sampling = setInterval(async () => {
      const now = await memory()
      peak = Math.max(peak, now)
      samples.push({ x: part, y: now })
    }, sampleMs)
    const { statuses, broken, seconds } = await fire(client, { url: site.url, requests, amount: allRequests / parts })
    clearInterval(sampling)
    const bad = Object.entries(statuses).filter(([status]) => !/^[23]/.test(status))
    if (bad.length > 0) console.error(Object.fromEntries(bad))
    failed += broken + bad.reduce((sum, [, count]) => sum + count, 0)
    const done = {
      requests: (allRequests / parts) * (part + 1),
      perSecond: allRequests / parts / seconds,
      end: await memory(),
      peak,
    }
    console.error(
      `${done.requests.toLocaleString('en')}: ${Math.round(done.end)} MB, ${Math.round(done.perSecond)} a second`,
    )
    result.push(done)
  }
  const perPart = slopeOf(samples.filter(({ x }) => x >= parts / 2))
  return { parts: result, growth: (perPart / (allRequests / parts)) * 100_000, failed }
}

/** Sends a million requests of many people to a separate site and watches its memory. */
export const measureSoak = async () => {
  const site = await openSite()
  const client = fork(join(import.meta.dirname, 'soak-client.ts'))
  try {
    return await measure(site, client)
  } finally {
    client.disconnect()
    await site.stop()
  }
}
