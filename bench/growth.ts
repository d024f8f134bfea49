import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { type Call, headersOf, loadCall, withProcess } from './calls.ts'
import { dropKept } from './fresh-calls.ts'
import { ask, findLargeCourse, signIn } from './school.ts'
import type { Site } from './site.ts'

/** The compared schools, in users. */
export const growthUsers = { few: 1000, many: 100_000 }

/** A call in a school of some size; p50 in milliseconds, over one connection. */
interface Measured {
  name: string
  /** The same call repeated: it may be answered from memory. */
  repeated: number
  /** Calls that each follow a change of every table. */
  afterChange: number
}

/** A call in a small and in a large school. */
export interface GrowthResult {
  name: string
  few: Measured
  many: Measured
}

/** How a search may be spelled; the words are from the demo school's lessons. */
const searches = {
  'a word': 'плакат',
  'a word that is everywhere': 'страницы',
  'a typing error': 'шрфит',
  'a typing error in a word that is everywhere': 'стрнаица',
  'two words with typing errors': 'плокат катлога',
  'a name': 'Ёлкина',
  'a name with a typing error': 'Ковалева Мрия',
  'what nobody has': 'кремний плутония',
}

/** The page in the middle of a list. */
const middlePage = async (site: string, path: string, token: string) => {
  const { pages } = await ask(site, path, { token })
  return `${path}${path.includes('?') ? '&' : '?'}page=${Math.max(1, Math.ceil(pages / 2))}`
}

/** Every kind of call that reads a list, in a school of any size. */
const growthCalls = async (site: string): Promise<Call[]> => {
  const student = await signIn(site, 'student')
  const teacher = await signIn(site, 'teacher')
  const curator = await signIn(site, 'curator')
  const { course, lesson } = await findLargeCourse(site, teacher)
  const queue = '/api/tasks?status=submitted'
  const { tasks } = await ask(site, queue, { token: curator })
  const [oldest] = tasks
  const search = (path: string, text: string) =>
    `${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(text)}`
  const [author] = oldest.students
  return [
    { name: 'the current user, a student', path: '/api/auth/user', token: student },
    { name: 'the current user, a curator', path: '/api/auth/user', token: curator },
    { name: 'a course', path: `/api/courses/${course}`, token: student },
    { name: 'a lesson', path: `/api/lessons/${lesson}`, token: student },
    { name: 'the second page of notifications', path: '/api/users/notifications?page=2', token: student },
    { name: 'a journal of 30 × 20', path: `/api/courses/${course}/journal`, token: teacher },
    { name: 'the teacher’s queue', path: queue, token: teacher },
    { name: 'the curator’s queue', path: queue, token: curator },
    { name: 'its page in the middle', path: await middlePage(site, queue, curator), token: curator },
    { name: 'all tasks', path: '/api/tasks', token: curator },
    { name: 'all tasks, the page in the middle', path: await middlePage(site, '/api/tasks', curator), token: curator },
    { name: 'questions in it', path: '/api/tasks?asks=question', token: curator },
    { name: 'a student’s name in it', path: search(queue, `${author.name} ${author.surname}`), token: curator },
    { name: 'a frequent name in it: «анна»', path: search(queue, 'анна'), token: curator },
    { name: 'the same in the teacher’s queue', path: search(queue, 'анна'), token: teacher },
    { name: 'the next task', path: `/api/tasks/${oldest.id}`, token: curator },
    { name: 'people', path: '/api/users', token: curator },
    { name: 'people, the page in the middle', path: await middlePage(site, '/api/users', curator), token: curator },
    { name: 'people: a name', path: search('/api/users', `${author.name} ${author.surname}`), token: curator },
    { name: 'people: «анна»', path: search('/api/users', 'анна'), token: curator },
    { name: 'people: a name with a typing error', path: search('/api/users', 'Анан'), token: curator },
    { name: 'people of a course', path: `/api/users?course_id=${course}`, token: curator },
    { name: 'people who never came', path: '/api/users?visit=never', token: curator },
    { name: 'people without a password', path: '/api/users?state=no-password&visit=30', token: curator },
    { name: 'the teacher’s students', path: '/api/users/students', token: teacher },
    { name: 'the gallery', path: '/api/projects', token: student },
    { name: 'its page in the middle', path: await middlePage(site, '/api/projects', student), token: student },
    ...Object.entries(searches).map(([name, text]) => ({
      name: `projects, ${name}: «${text}»`,
      path: search('/api/projects', text),
      token: student,
    })),
  ]
}

/** Calls after which a median is taken, and milliseconds after which no other begins. */
const maxFresh = { calls: 15, ms: 750 }

const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const timeAfterChange = async (client: pg.Client, site: string, call: Call) => {
  const times: number[] = []
  const began = performance.now()
  while (times.length < maxFresh.calls && performance.now() - began < maxFresh.ms) {
    await dropKept(client)
    const sent = performance.now()
    const response = await fetch(site + call.path, { headers: headersOf(call) })
    await response.arrayBuffer()
    times.push(performance.now() - sent)
    if (response.status !== 200) throw new Error(`GET ${call.path} returned ${response.status}.`)
  }
  return middle(times)
}

/** Measures every call in the school as it is now. */
export const measureSchool = async ({ url, databaseUrl }: Site, seconds: number): Promise<Measured[]> => {
  if (databaseUrl === null) throw new Error('Only a school of our own grows.')
  const calls = await growthCalls(url)
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const measureAll = async (client: ChildProcess) => {
    const measured: Measured[] = []
    for (const call of calls) {
      console.error(`Measuring ${call.name}`)
      // first, so that the repeated calls find what the last of these kept
      const afterChange = await timeAfterChange(database, url, call)
      const load = await loadCall(client, url, call, seconds)
      if (load.failed > 0) throw new Error(`GET ${call.path} failed ${load.failed} times.`)
      // a call that takes longer than the measurement has no p50 there
      measured.push({ name: call.name, repeated: load.responses > 0 ? load.p50 : afterChange, afterChange })
    }
    return measured
  }
  try {
    return await withProcess('load.ts', measureAll)
  } finally {
    await database.end()
  }
}

/** The same calls of both schools beside each other. */
export const compareSchools = (few: Measured[], many: Measured[]): GrowthResult[] =>
  few.flatMap((small, index) => {
    const large = many[index]
    return large ? [{ name: small.name, few: small, many: large }] : []
  })
