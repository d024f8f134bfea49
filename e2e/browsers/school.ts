import type { Db } from '#server/db/database.ts'
import { buildUser, demoPassword, signInAs } from '#server/users/users.factory.ts'

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

/** An account that nobody has used in a browser yet. */
export interface Person {
  name: string
  email: string
  password: string
  token: string
}

/**
 * Not through the form: registrations per address and hour are limited, and an address must be confirmed to publish.
 */
const newPerson = async (db: Db, role: 'student' | 'teacher', name: string, surname: string) => {
  const { id, email } = await buildUser(db, { role, name, surname })
  return { id, name, email, password: demoPassword, token: await signInAs(db, { id }) }
}

/** A course with its teacher and its student, made through calls, and the address of its lesson. */
export const newSchool = async (db: Db, call: ReturnType<typeof callsOf>) => {
  const teacher = await newPerson(db, 'teacher', 'Вера', 'Строева')
  const student = await newPerson(db, 'student', 'Илья', 'Прохоров')
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
