import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { startOwnSite } from '#server/testing/own-site.ts'
import { type Call, type CallResult, measureCall } from './calls.ts'
import { addManyTasks, manyTasks } from './many-tasks.ts'
import { ask, signIn } from './school.ts'

/** A call in a school with the few works of the demo, and in one with many thousands. */
export interface QueueResult {
  name: string
  connections: number
  few: CallResult['site']
  many: CallResult['site']
}

/** What a teacher's and a curator's desk ask for. */
const callsOf = async (site: string): Promise<Call[]> => {
  const [teacher, curator] = [await signIn(site, 'teacher'), await signIn(site, 'curator')]
  const queue = '/api/tasks?status=submitted'
  const { tasks } = await ask(site, queue, { token: curator })
  const last = Math.ceil(manyTasks.tasks / 5 / 30 / 2)
  return [
    { name: 'the teacher’s queue', path: queue, token: teacher },
    { name: 'the curator’s queue', path: queue, token: curator },
    { name: `its page ${last}`, path: `${queue}&page=${last}`, token: curator },
    { name: 'a search in it', path: `${queue}&search=${encodeURIComponent('анна')}`, token: curator },
    { name: 'the next work', path: `/api/tasks/${tasks[0].id}`, token: curator },
    { name: 'who is signed in, with what waits', path: '/api/auth/user', token: curator },
  ]
}

const connectionCounts = [1, 16]

const measureAll = async (site: string, seconds: number) => {
  const results = []
  for (const call of await callsOf(site)) {
    results.push(...(await measureCall(site, call, connectionCounts, { seconds, warmUp: Math.min(1, seconds) })))
  }
  return results
}

/** The desk's calls on a site and a database of their own, before and after 50,000 works come into it. */
export const measureQueue = async (seconds: number): Promise<QueueResult[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-queue-'))
  const postgres = await startEmbeddedPostgres({ dir: join(folder, 'postgres') })
  const closers = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 }), () => postgres.stop()]
  const close = async () => {
    for (const end of closers.toReversed()) await end()
    closers.length = 0
  }
  const interrupted = () => void close().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupted)
  try {
    const site = await startOwnSite({ DATABASE_URL: postgres.url })
    closers.push(site.stop)
    console.error('Asking for the queue of the demo school')
    const few = await measureAll(site.url, seconds)
    console.error(`Adding ${manyTasks.tasks} works`)
    await addManyTasks(postgres.url)
    console.error('Asking for the queue again')
    const many = await measureAll(site.url, seconds)
    return few.flatMap(({ name, connections, site: before }, index) => {
      const after = many[index]
      return after ? { name, connections, few: before, many: after.site } : []
    })
  } finally {
    await close()
  }
}
