import type { APIRequestContext } from '@playwright/test'
import { callApi, handIn, newPerson, type Person } from './school.ts'

/** A course whose one assignment has criteria with points. */
export const newJudgedCourse = async (
  request: APIRequestContext,
  teacher: Person,
  students: Person[],
  criteria: { name: string; points?: number }[] = [
    { name: 'Сетка держится', points: 5 },
    { name: 'Заголовки различимы', points: 3 },
    { name: 'Читается на телефоне', points: 2 },
  ],
) => {
  const token = teacher.token
  const name = `Плакаты ${crypto.randomUUID().slice(0, 8)}`
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name, status: 'published' } })
  const body = { user_ids: students.map(({ id }) => id) }
  await callApi(request, 'PUT', `/api/courses/${course.id}/students`, { token, body })
  const { lesson } = await callApi(request, 'POST', '/api/lessons', {
    token,
    body: {
      course_id: course.id,
      name: 'Плакат',
      status: 'published',
      content: '<p>Рисуем.</p>',
      assignment: { text: '<p>Нарисуйте плакат.</p>', criteria },
    },
  })
  return { id: course.id as number, name, lesson: lesson as { id: number; name: string } }
}

/** Tasks of this many students, handed in one after another: the queue shows them in this order. */
export const newQueue = async (
  request: APIRequestContext,
  count: number,
  criteria?: { name: string; points?: number }[],
) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const students: Person[] = []
  for (let index = 1; index <= count; index += 1)
    students.push(await newPerson('student', 'Илья', `Номер${String(index).padStart(2, '0')}`))
  const course = await newJudgedCourse(request, teacher, students, criteria)
  const tasks: number[] = []
  for (const student of students)
    tasks.push(await handIn(request, student, course.lesson.id, `<p>Работа: ${student.surname}.</p>`))
  return { teacher, students, course, tasks }
}
