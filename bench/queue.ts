import type { Call } from './calls.ts'
import { measureGrown } from './grown.ts'
import { manyTasks, manyTasksFill } from './many-tasks.ts'
import { ask, signIn } from './school.ts'

/** The calls of a teacher's and a curator's desk. */
const callsOf = async (site: string): Promise<Call[]> => {
  const [teacher, curator] = [await signIn(site, 'teacher'), await signIn(site, 'curator')]
  const queue = '/api/tasks?status=submitted'
  const { tasks } = await ask(site, queue, { token: curator })
  const last = Math.ceil(manyTasks.tasks / 5 / 30 / 2)
  return [
    { name: 'the teacher’s queue', path: queue, token: teacher },
    { name: 'the curator’s queue', path: queue, token: curator },
    { name: `its page ${last}`, path: `${queue}&page=${last}`, token: curator },
    { name: 'questions in it', path: '/api/tasks?asks=question', token: curator },
    { name: 'a search in it', path: `${queue}&search=${encodeURIComponent('анна')}`, token: curator },
    { name: 'the next task', path: `/api/tasks/${tasks[0].id}`, token: curator },
    { name: 'who is signed in, with what waits', path: '/api/auth/user', token: curator },
  ]
}

/** The desk's calls before and after 50,000 tasks are added to the school. */
export const measureQueue = (seconds: number) =>
  measureGrown({ name: 'the queue', callsOf, fill: manyTasksFill, seconds })
