import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { callApi, newCourse, newPerson, openAs, type Person } from './school.ts'

/** What is said once the server has it. */
export const saved = /Сохранено в \d\d:\d\d/
/** What is said while only the device has it. */
export const offline = 'Нет сети, черновик на этом устройстве'

/** The words of an editor, found by its label. */
export const editor = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true })
/** The text of a hand-in. */
export const answer = (page: Page) => editor(page, /^Ответ, попытка/)
/** How the draft stands, as a screen reader hears it. */
export const status = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^(Сохраняем|Сохранено в|Нет сети|Вы вышли|Не сохранено)/ })
/** What a message over the page offers to do. */
export const offer = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Сообщения' }).getByRole('button', { name, exact: true })

/** Another browser of the same person. */
export const otherDevice = async (browser: Browser, baseURL: string | undefined, person: Person, path: string) => {
  const context = await browser.newContext({ baseURL: baseURL as string, locale: 'ru-RU' })
  const page = await context.newPage()
  await openAs(page, person.token, path)
  return page
}

/** Closes a page for good: what it still sends then would slip past the browser's pretended lack of a network. */
export const closeWithoutNetwork = async (page: Page) => {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('no network'))
  })
  await page.close()
}

/** A student with a work that is begun. */
export const newWork = async (request: APIRequestContext) => {
  const [teacher, student] = await Promise.all([newPerson(request, 'teacher'), newPerson(request, 'student')])
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const { task } = await callApi(request, 'PUT', `/api/lessons/${lesson.id}/task`, { token: student.token })
  return { teacher, student, lesson, taskId: task.id as number, path: `/lessons/${lesson.id}?work` }
}

/** What the server has of a work's draft. */
export const serverDraft = async (request: APIRequestContext, student: Person, taskId: number) =>
  (await callApi(request, 'GET', `/api/tasks/${taskId}`, { token: student.token })).task.draft

/** A course with a lesson, and who may change it. */
export const newLesson = async (request: APIRequestContext) => {
  const teacher = await newPerson(request, 'teacher')
  const course = await newCourse(request, teacher)
  return { teacher, course, lessonId: course.lesson.id, path: `/lessons/${course.lesson.id}/edit` }
}
