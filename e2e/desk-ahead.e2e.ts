import type { Page } from '@playwright/test'
import { newQueue } from './desk.ts'
import { untilListening } from './live-events.ts'
import { callApi, expect, openAs, settled, test } from './school.ts'

/** Waits until this student's task is on the desk. */
const arrive = (page: Page, name: string) =>
  expect(page.getByRole('region', { name: 'Плакат' }).getByRole('link', { name }).first()).toBeVisible()

test('the task that comes next is ready, and nothing of it is here before it is opened', async ({ page, request }) => {
  const { teacher, students, tasks } = await newQueue(request, 3)
  const leases: string[] = []
  page.on('request', (asked) => {
    if (asked.url().endsWith('/lease')) leases.push(`${asked.method()} ${asked.url().split('/').at(-2)}`)
  })
  const ahead = page.waitForResponse((response) => response.url().endsWith(`/api/tasks/${tasks[1]}`))
  const live = untilListening(page)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await arrive(page, 'Илья Номер01')
  await ahead
  await settled(page)
  await expect(page.getByText('Работа: Номер02.')).toHaveCount(0)
  expect(leases).toEqual([`POST ${tasks[0]}`])

  // what happens to it meanwhile is there when it is opened
  await live
  const again = page.waitForResponse((response) => response.url().endsWith(`/api/tasks/${tasks[1]}`))
  await callApi(request, 'POST', `/api/tasks/${tasks[1]}/comments`, {
    token: students[1]?.token as string,
    body: { text: 'Посмотрите сначала на поля' },
  })
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByText(/^Вопрос, /)).toBeVisible()
  await page.keyboard.press('j')
  await again
  await arrive(page, 'Илья Номер02')
  await expect(page.getByRole('region', { name: 'Обсуждение' })).toContainText('Посмотрите сначала на поля')
  await expect(page.getByRole('textbox', { name: 'Комментарий к решению' })).toHaveCount(1)

  // a task that was left is opened from its beginning
  const accept = page.getByRole('button', { name: 'Принять', exact: true })
  await page.keyboard.press('a')
  await expect(page.getByText(/Подтвердите/)).toBeVisible()
  await page.keyboard.press('k')
  await arrive(page, 'Илья Номер01')
  await expect(page.getByText(/Подтвердите/)).toHaveCount(0)
  await settled(page)
  await page.keyboard.press('j')
  await arrive(page, 'Илья Номер02')
  await expect(accept).toBeEnabled()
  await expect(page.getByText(/Подтвердите/)).toHaveCount(0)
})
