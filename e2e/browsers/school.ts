import { demoPassword } from '#server/users/users.factory.ts'

/** The site's API for what a story begins with: fails with what was refused. */
export const callsOf =
  (site: string) => async (method: 'GET' | 'POST' | 'PUT', path: string, token: string | null, body?: object) => {
    const response = await fetch(`${site}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }

type Calls = ReturnType<typeof callsOf>

/** An account that nobody has used in a browser yet. */
export interface Person {
  surname: string
  email: string
  password: string
  token: string
}

/** The token of a curator of the demo school. */
export const curatorToken = async (call: Calls): Promise<string> =>
  (await call('POST', '/api/auth/login', null, { email: 'curator@demo.example', password: demoPassword })).access_token

const newPerson = async (call: Calls, role: 'student' | 'teacher', name: string, surname: string) => {
  const email = `${role}-${crypto.randomUUID()}@school.example`
  const body = { name, surname, email, password: demoPassword, consent: true }
  const { user, access_token } = await call('POST', '/api/auth/register', null, body)
  if (role === 'teacher') await call('PUT', `/api/users/${user.id}`, await curatorToken(call), { role })
  return { id: user.id as number, surname, email, password: demoPassword, token: access_token as string }
}

/** A course with its teacher and its student, made through calls, and the address of its lesson. */
export const newSchool = async (call: Calls) => {
  const teacher = await newPerson(call, 'teacher', 'Вера', 'Строева')
  const student = await newPerson(call, 'student', 'Илья', 'Прохоров')
  const { course } = await call('POST', '/api/courses', teacher.token, {
    name: 'Плакат за неделю',
    status: 'published',
  })
  await call('PUT', `/api/courses/${course.id}/students`, teacher.token, { user_ids: [student.id] })
  const { lesson } = await call('POST', '/api/lessons', teacher.token, {
    course_id: course.id,
    name: 'Первый эскиз',
    status: 'published',
    content: '<h2>О чём урок</h2><p>Рисуем и сравниваем.</p>',
    assignment: { text: '<p>Нарисуйте плакат.</p>', criteria: [{ name: 'Сетка держится' }] },
  })
  return { teacher, student, lesson: lesson.id as number }
}
