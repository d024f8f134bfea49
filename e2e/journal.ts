import type { APIRequestContext, Page } from '@playwright/test'
import { callApi, handIn, newCourse, newPerson } from './school.ts'

/** A course of two students; its second lesson gives 10 points, and both have handed in a task there. */
export const newSchool = async (request: APIRequestContext) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const anna = await newPerson('student', 'Анна', 'Белова')
  const boris = await newPerson('student', 'Борис', 'Ветров')
  const course = await newCourse(request, teacher, { students: [anna, boris], name: 'Вёрстка писем' })
  const { lesson } = await callApi(request, 'POST', '/api/lessons', {
    token: teacher.token,
    body: {
      course_id: course.id,
      name: 'Письмо',
      status: 'published',
      content: '<p>Письмо без картинок.</p>',
      assignment: {
        text: '<p>Сверстайте письмо.</p>',
        criteria: [{ name: 'Читается без картинок', points: 10 }],
        due_at: '2020-01-01T12:00:00Z',
      },
    },
  })
  const task = await handIn(request, anna, lesson.id, '<p>Письмо Анны.</p>')
  await handIn(request, boris, lesson.id, '<p>Письмо Бориса.</p>')
  return { teacher, anna, boris, course, lesson: lesson.id as number, task }
}

/** A cell of a student's row, from 0 on after the name. */
export const cell = (page: Page, student: string, column: number) =>
  page
    .getByRole('row', { name: new RegExp(student) })
    .getByRole('gridcell')
    .nth(column)

/** Pastes a text into the element with the focus. */
export const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
