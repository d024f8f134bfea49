import type { Call } from './calls.ts'
import type { PageToLoad } from './pages.ts'

const password = 'demo-password'

/** Max bytes of a first load: for public pages, and for pages of the app. */
const aims = { public: 240_000, app: 300_000 }

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

/** What is measured in a school. */
export interface School {
  calls: Call[]
  pages: PageToLoad[]
  /** Token of the sender of files. */
  token: string
}

/** Collects what to measure, in the demo school of a site. */
export const visitSchool = async (site: string): Promise<School> => {
  const student = await signIn(site, 'student')
  const teacher = await signIn(site, 'teacher')
  const { course, lesson } = await findLesson(site, student)
  return {
    token: student,
    calls: [
      { name: 'GET /api/auth/user', path: '/api/auth/user', token: student },
      { name: 'GET /api/courses/{id}', path: `/api/courses/${course}`, token: student },
      { name: 'GET /api/lessons/{id}', path: `/api/lessons/${lesson}`, token: student },
      { name: 'GET /api/tasks', path: '/api/tasks?status=submitted', token: teacher },
    ],
    pages: [
      { path: '/', token: null, aim: aims.public },
      { path: '/organisation/page1', token: null, aim: aims.public },
      { path: `/courses/${course}`, token: student, aim: aims.app },
      { path: `/lessons/${lesson}`, token: student, aim: aims.app },
    ],
  }
}
