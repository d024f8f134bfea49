import type { Call } from './calls.ts'
import type { PageToLoad } from './pages.ts'

const password = 'demo-password'

/** Max bytes and requests of a first load. */
const aims = {
  public: { bytes: 150_000, requests: 12 },
  course: { bytes: 190_000, requests: 20 },
  lesson: { bytes: 220_000, requests: 20 },
}

/** Makes a call as JSON; throws when it is refused. */
export const ask = async (site: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) => {
  const response = await fetch(site + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
  return response.json()
}

/** Signs a demo account in; returns its token. */
export const signIn = async (site: string, role: 'student' | 'teacher' | 'curator'): Promise<string> => {
  const body = { email: `${role}@demo.example`, password }
  return (await ask(site, '/api/auth/login', { body })).access_token
}

/** A course of the student, and a lesson in it with an assignment: the page with the most on it. */
const findLesson = async (site: string, token: string) => {
  const { courses } = await ask(site, '/api/courses', { token })
  for (const { id } of courses) {
    const { course } = await ask(site, `/api/courses/${id}`, { token })
    const lesson = course.lessons.find(({ has_assignment }: { has_assignment: boolean }) => has_assignment)
    if (lesson) return { course: id as number, lesson: lesson.id as number }
  }
  throw new Error('The demo student has no lesson with an assignment.')
}

/** The teacher's course with the longest journal, and a lesson in it that has an assignment. */
export const findLargeCourse = async (site: string, token: string) => {
  const { courses } = await ask(site, '/api/courses', { token })
  const cells = (course: { student_count: number; lesson_count: number }) => course.student_count * course.lesson_count
  // the newest come first; of several with the same length the oldest counts
  const [{ id }] = courses
    .toReversed()
    .toSorted((one: Parameters<typeof cells>[0], other: Parameters<typeof cells>[0]) => cells(other) - cells(one))
  const { course } = await ask(site, `/api/courses/${id}`, { token })
  const lesson = course.lessons.find(({ has_assignment }: { has_assignment: boolean }) => has_assignment)
  return { course: id as number, lesson: lesson.id as number }
}

/** The pages whose first loads are measured, in the demo school. */
export const findPages = async (site: string): Promise<PageToLoad[]> => {
  const student = await signIn(site, 'student')
  const { course, lesson } = await findLesson(site, student)
  return [
    { path: '/', token: null, aim: aims.public },
    { path: '/organisation/page1', token: null, aim: aims.public },
    { path: `/courses/${course}`, token: student, aim: aims.course },
    { path: `/lessons/${lesson}`, token: student, aim: aims.lesson },
  ]
}

/** Min shares of what the bare server does. */
const shares = { currentUser: 0.4, others: 0.15 }

/** The calls that are measured beside a bare server. */
export const findCalls = async (site: string): Promise<Call[]> => {
  const student = await signIn(site, 'student')
  const teacher = await signIn(site, 'teacher')
  const { course, lesson } = await findLargeCourse(site, teacher)
  const { projects } = await ask(site, '/api/projects')
  const calls = [
    { name: 'GET /api/courses/{id}', path: `/api/courses/${course}`, token: student },
    { name: 'GET /api/lessons/{id}', path: `/api/lessons/${lesson}`, token: student },
    { name: 'GET /api/tasks', path: '/api/tasks?status=submitted', token: teacher },
    { name: 'GET /api/courses/{id}/journal', path: `/api/courses/${course}/journal`, token: teacher },
    { name: 'GET /projects/{id}, a page', path: `/projects/${projects[0].id}`, token: null },
  ]
  return [
    { name: 'GET /api/auth/user', path: '/api/auth/user', token: student, aim: shares.currentUser },
    ...calls.map((call) => ({ ...call, aim: shares.others })),
  ]
}
