import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { callApi, expect, handIn, newCourse, newPerson, type Person } from './school.ts'

const sentences = 'Взял сетку из двенадцати колонок, шаг восемь пикселей. '.repeat(12)
const longText = `<p>${sentences}</p>`.repeat(6)

/** A course with its teacher, its student, and a lesson whose criteria have points. */
export const newSchool = async (request: APIRequestContext) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const student = await newPerson('student', 'Илья', 'Прохоров')
  const course = await newCourse(request, teacher, { students: [student], lesson: 'Сетка для лонгрида' })
  const body = {
    assignment: {
      text: '<p>Сверстайте лонгрид.</p>',
      criteria: [
        { name: 'Сетка держится', points: 6 },
        { name: 'Поля и воздух', points: 4 },
      ],
    },
  }
  const { lesson } = await callApi(request, 'PUT', `/api/lessons/${course.lesson.id}`, { token: teacher.token, body })
  const criteria = lesson.assignment.criteria.map(({ id }: { id: number }) => id) as [number, number]
  return { teacher, student, course, lessonId: course.lesson.id, path: `/lessons/${course.lesson.id}?work`, criteria }
}

type School = Awaited<ReturnType<typeof newSchool>>

const review = (request: APIRequestContext, teacher: Person, taskId: number, body: object) =>
  callApi(request, 'POST', `/api/tasks/${taskId}/review`, { token: teacher.token, body: { attempt: 1, ...body } })

/** Returns the student's task with two remarks; its id. */
export const giveBack = async (request: APIRequestContext, { teacher, student, lessonId, criteria }: School) => {
  const id = await handIn(request, student, lessonId, longText)
  await review(request, teacher, id, {
    verdict: 'returned',
    comment: 'Осталось два места на мобильном.',
    remarks: [{ text: 'Добавьте поля' }, { text: 'Подпись теряется на фоне' }],
    criteria: criteria.map((criterion_id) => ({ criterion_id, level: 'partly' })),
  })
  return id
}

/** Accepts the student's task with nine points; its id. */
export const accept = async (request: APIRequestContext, { teacher, student, lessonId, criteria }: School) => {
  const id = await handIn(request, student, lessonId, longText)
  await review(request, teacher, id, {
    verdict: 'accepted',
    score: 9,
    comment: 'Отличная работа',
    criteria: criteria.map((criterion_id) => ({ criterion_id, level: 'met' })),
  })
  return id
}

/** The line with the state, the points and the deadline. */
export const facts = (page: Page) => page.getByRole('region', { name: 'Состояние работы' })
/** The open remarks of the last verdict. */
export const fixes = (page: Page) => page.getByRole('region', { name: 'Что исправить' })

/** Whether all of these stay visible wherever the page is scrolled to. */
export const staysInSight = async (page: Page, ...parts: Locator[]) => {
  for (const share of [0, 0.3, 0.6, 0.9]) {
    await page.evaluate((share) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share), share)
    for (const part of parts) await expect(part, `${part} at ${share}`).toBeInViewport({ ratio: 0.95 })
  }
}
