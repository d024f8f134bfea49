import type { APIRequestContext, Page } from '@playwright/test'
import { callApi, type NewDevice, newCourse, newPerson, openAs, type Person } from './school.ts'

/** Shown once the server has the draft. */
export const saved = /Сохранено в \d\d:\d\d/
/** Shown while only the device has the draft. */
export const offline = 'Нет сети, черновик на этом устройстве'

/** The text of an editor, found by its label. */
export const editor = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })
/** The text of a hand-in. */
export const answer = (page: Page) => editor(page, /^Ответ, попытка/)
/** The state of the draft, as a screen reader announces it. */
export const status = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^(Сохраняем|Сохранено в|Нет сети|Вы вышли|Не сохранено)/ })
/** Presses the button of a message over the page: while it is pointed at, no other message goes away and moves it. */
export const takeOffer = async (page: Page, name: string) => {
  const button = page.getByRole('region', { name: 'Сообщения' }).getByRole('button', { name, exact: true })
  await button.hover()
  await button.click()
}

/** Another browser of the same person. */
export const otherDevice = async (newDevice: NewDevice, person: Person, path: string) => {
  const page = await newDevice()
  await openAs(page, person.token, path)
  return page
}

/** Closes a page for good: requests it still sends then would bypass the browser's emulated lack of a network. */
export const closeWithoutNetwork = async (page: Page) => {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('no network'))
  })
  await page.close()
}

/** A student with a begun task. */
export const newTask = async (request: APIRequestContext) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const { task } = await callApi(request, 'PUT', `/api/lessons/${lesson.id}/task`, { token: student.token })
  return { teacher, student, lesson, taskId: task.id as number, path: `/lessons/${lesson.id}?work` }
}

/** The server's version of a task's draft. */
export const serverDraft = async (request: APIRequestContext, student: Person, taskId: number) =>
  (await callApi(request, 'GET', `/api/tasks/${taskId}`, { token: student.token })).task.draft

/** A course with a lesson, and a teacher who may change it. */
export const newLesson = async (request: APIRequestContext) => {
  const teacher = await newPerson('teacher')
  const course = await newCourse(request, teacher)
  return { teacher, course, lessonId: course.lesson.id, path: `/lessons/${course.lesson.id}/edit` }
}
