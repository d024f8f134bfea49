import type { APIRequestContext, Page } from '@playwright/test'
import { callApi, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'

/** The page of a lesson whose task a student has begun. */
const openTask = async (page: Page, request: APIRequestContext) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}/task`, { token: student.token })
  await openAs(page, student.token, `/lessons/${lesson.id}?work`)
  await expect(page.getByRole('textbox', { name: /^Ответ/ })).toBeVisible()
  return { token: student.token, lessonId: lesson.id }
}

/** Holds the bytes of uploads back until `go` is called. */
const holdUploads = async (page: Page) => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/files**', async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  return go
}

const plan = { name: 'план.txt', mimeType: 'text/plain', buffer: Buffer.from('Мой план') }

test('a task with only files waits for their uploads, and is sent when they are complete', async ({
  page,
  request,
}) => {
  const { token, lessonId } = await openTask(page, request)
  const send = page.getByRole('button', { name: 'Отправить на проверку' })
  await send.click()
  await expect(page.getByText('Работа пустая. Напишите ответ или приложите файл')).toBeVisible()

  const go = await holdUploads(page)
  const files = page.getByRole('group', { name: 'Файлы' })
  await files.locator('input[type=file][multiple]').setInputFiles(plan)
  await send.click()
  await expect(page.getByText('Ждём загрузки: 1 файл', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Не отправлять' }).click()
  await expect(page.getByText('Ждём загрузки')).toHaveCount(0)
  await send.click()
  await expect(page.getByText('Ждём загрузки: 1 файл', { exact: true })).toBeVisible()
  go()
  await expect(page.getByText(/^Работа отправлена, попытка 1/)).toBeVisible()
  const { task } = await callApi(request, 'GET', `/api/lessons/${lessonId}/task`, { token })
  expect(task.attempts).toHaveLength(1)
  expect(task.attempts[0]).toMatchObject({ content: '', files: [{ name: 'план.txt' }] })
})

test('a hand-in that the server could not take says that it will be sent, and can be cancelled', async ({
  page,
  request,
}) => {
  const { token, lessonId } = await openTask(page, request)
  await page.getByRole('textbox', { name: /^Ответ/ }).fill('Черновой ответ')
  await expect(page.getByRole('status').filter({ hasText: /^Сохранено в/ })).toBeVisible()
  const submit = '**/api/tasks/*/submit'
  await page.route(submit, (route) => route.fulfill({ status: 503, json: { detail: 'Сервер перезапускается.' } }))
  await page.getByRole('button', { name: 'Отправить на проверку' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Не удалось отправить' })
  await expect(alert).toContainText('Отправим работу сами, когда вы снова откроете урок.')
  await alert.getByRole('button', { name: 'Не отправлять' }).click()
  await expect(alert).toBeHidden()
  await page.unroute(submit)
  let sent = 0
  page.on('request', (asked) => {
    if (asked.url().endsWith('/submit')) sent += 1
  })
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^Ответ/ })).toHaveText('Черновой ответ')
  await settled(page)
  expect(sent).toBe(0)
  const { task } = await callApi(request, 'GET', `/api/lessons/${lessonId}/task`, { token })
  expect(task.status.slug).toBe('draft')
})

test('a second press on the place of the hand-in does not take the task back', async ({ page, request }) => {
  const { token, lessonId } = await openTask(page, request)
  await page.getByRole('textbox', { name: /^Ответ/ }).fill('Мой ответ')
  await expect(page.getByRole('status').filter({ hasText: /^Сохранено в/ })).toBeVisible()
  // a press of its own, in the moment in which the button appears
  const pressed = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const buttons = [...document.querySelectorAll('button')]
          const withdraw = buttons.findLast(({ textContent }) => textContent === 'Забрать обратно')
          if (!withdraw) return
          observer.disconnect()
          withdraw.click()
          resolve()
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('button', { name: 'Отправить на проверку' }).click()
  await pressed
  const withdraw = page.getByRole('button', { name: 'Забрать обратно' }).last()
  await settled(page)
  const stateNow = async () =>
    (await callApi(request, 'GET', `/api/lessons/${lessonId}/task`, { token })).task.status.slug
  expect(await stateNow()).toBe('submitted')
  // on purpose, with a message
  await withdraw.click()
  await expect(page.getByText('Работа снова у вас')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Отправить на проверку' })).toBeVisible()
  expect(await stateNow()).toBe('draft')
})

test('a stopped upload causes a question, and is not left behind', async ({ page, request }) => {
  const { token, lessonId } = await openTask(page, request)
  const go = await holdUploads(page)
  await page.getByRole('textbox', { name: /^Ответ/ }).fill('Ответ с файлом')
  const files = page.getByRole('group', { name: 'Файлы' })
  await files.locator('input[type=file][multiple]').setInputFiles(plan)
  await files.getByRole('button', { name: 'Приостановить: план.txt' }).click()
  const send = page.getByRole('button', { name: 'Отправить на проверку' })
  await send.click()
  await expect(page.getByText('Не все файлы загружены.')).toBeVisible()
  await files.getByRole('button', { name: 'Отменить загрузку: план.txt' }).click()
  go()
  await send.click()
  await expect(page.getByText(/^Работа отправлена, попытка 1/)).toBeVisible()
  const { task } = await callApi(request, 'GET', `/api/lessons/${lessonId}/task`, { token })
  expect(task.attempts[0]).toMatchObject({ content: '<p>Ответ с файлом</p>', files: [] })
})

test('files of a draft are there on another visit, even before it is opened', async ({ page, request }) => {
  await openTask(page, request)
  await page.getByRole('group', { name: 'Файлы' }).locator('input[type=file][multiple]').setInputFiles(plan)
  await expect(page.getByRole('list', { name: 'Прикреплённые файлы' })).toContainText('план.txt')
  await expect(page.getByRole('status').filter({ hasText: /^Сохранено в/ })).toBeVisible()
  await page.goto(new URL(page.url()).pathname)
  await expect(page.getByRole('button', { name: 'Продолжить писать' })).toBeVisible()
  await expect(page.getByText('план.txt', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Продолжить писать' }).click()
  await expect(page.getByRole('list', { name: 'Прикреплённые файлы' })).toContainText('план.txt')
})
