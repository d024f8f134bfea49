import { type APIRequestContext, request as requests } from '@playwright/test'
import { takeDatabaseAway } from '../server/testing/database-away.ts'
import { type OwnSite, startOwnSite } from '../server/testing/own-site.ts'
import { callApi, expect, newCourse, openAs, registerPerson, test } from './school.ts'

// A separate site, whose database these stories may remove.

let site: OwnSite
let api: APIRequestContext

test.beforeAll(async () => {
  test.setTimeout(150_000)
  site = await startOwnSite()
  api = await requests.newContext({ baseURL: site.url })
})
test.afterAll(async () => {
  await api.dispose()
  await site.stop()
})

test('while the database is gone screens say so, and continue by themselves once it is back', async ({ browser }) => {
  test.setTimeout(90_000)
  const teacher = await registerPerson(api, 'teacher')
  const student = await registerPerson(api, 'student')
  const { lesson } = await newCourse(api, teacher, { students: [student] })
  const context = await browser.newContext({ baseURL: site.url, locale: 'ru-RU' })
  const page = await context.newPage()
  await openAs(page, student.token, `/lessons/${lesson.id}`)
  await page.getByRole('button', { name: 'Начать работу' }).click()
  const answer = page.getByRole('textbox', { name: /^Ответ/ })
  await expect(answer).toBeVisible()

  const bringBack = await takeDatabaseAway(site.folder)
  await answer.fill('Написано без базы')
  await expect(page.getByText(/Не сохранено на сервере, черновик на этом устройстве/).first()).toBeVisible()
  // another page is entered for the first time, and a third one opened from outside
  const [projects, lessons] = await Promise.all([context.newPage(), context.newPage()])
  await Promise.all([projects.goto('/projects'), lessons.goto(`/lessons/${lesson.id}`)])
  for (const one of [projects, lessons])
    await expect(one.getByRole('alert').filter({ hasText: 'страница продолжит сама' }).first()).toBeVisible()

  await bringBack()
  await expect(page.getByText(/Сохранено в \d\d:\d\d/).first()).toBeVisible({ timeout: 60_000 })
  await expect(lessons.getByRole('heading', { level: 1, name: lesson.name })).toBeVisible({ timeout: 60_000 })
  await expect(projects.getByRole('alert')).toHaveCount(0, { timeout: 60_000 })
  const { task } = await callApi(api, 'GET', `/api/lessons/${lesson.id}/task`, { token: student.token })
  expect(task.draft.content).toBe('<p>Написано без базы</p>')
  await context.close()
})
