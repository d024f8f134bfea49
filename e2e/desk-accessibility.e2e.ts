import type { APIRequestContext } from '@playwright/test'
import { newQueue } from './desk.ts'
import { callApi, expect, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

/** A queue with a resubmitted task, a question and a saved comment. */
const newDesk = async (request: APIRequestContext) => {
  const { teacher, students, tasks, course } = await newQueue(request, 3)
  await callApi(request, 'POST', `/api/tasks/${tasks[0]}/review`, {
    token: teacher.token,
    body: { attempt: 1, verdict: 'returned', remarks: [{ text: 'Поля шире' }] },
  })
  await callApi(request, 'POST', '/api/saved-comments', { token: teacher.token, body: { text: '{имя}, поля шире' } })
  const { task } = await callApi(request, 'GET', `/api/tasks/${tasks[0]}`, { token: students[0]?.token as string })
  await callApi(request, 'PUT', `/api/tasks/${tasks[0]}/draft`, {
    token: students[0]?.token as string,
    body: { content: '<p>Шире.</p>', revision: task.draft.revision },
  })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await callApi(request, 'POST', `/api/tasks/${tasks[0]}/submit`, { token: students[0]?.token as string, headers })
  await callApi(request, 'POST', `/api/tasks/${tasks[1]}/comments`, {
    token: students[1]?.token as string,
    body: { text: 'Можно позже?' },
  })
  return { teacher, tasks, course }
}

test('the desk and the completion of comments', async ({ page, request }) => {
  const { teacher, tasks, course } = await newDesk(request)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}&course_id=${course.id}`)
  await expect(page.getByRole('textbox', { name: 'Комментарий к решению' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Поля шире' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Очередь работ' }).getByText(/^Вопрос, /)).toBeVisible()
  await settled(page)
  const keys = page.getByRole('button', { name: 'Клавиши' })
  await keys.click()
  await expect(page.getByRole('dialog', { name: 'Клавиши' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.press('a')
  expect(await violations(page)).toEqual([])
  // what is chosen is seen without grounds, too
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('button', { name: 'выполнено', exact: true, pressed: true })).toHaveCSS(
    'outline-style',
    'solid',
  )
  await page.emulateMedia({ forcedColors: null })

  await page.getByRole('textbox', { name: 'Комментарий к решению' }).click()
  await page.keyboard.type('#')
  await expect(page.getByRole('listbox', { name: 'Сохранённые комментарии' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('an attempt is the panel of a tab only where there are tabs', async ({ page, request }) => {
  const { teacher, tasks } = await newDesk(request)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  await expect(page.getByRole('tabpanel', { name: 'Попытка 2' })).toBeVisible()
  await openAs(page, teacher.token, `/tasks?task=${tasks[1]}`)
  await expect(page.getByText(/^Попытка 1, отправлена/)).toBeVisible()
  await expect(page.getByRole('tabpanel')).toHaveCount(0)
})

test('the desk on a small phone', async ({ page, request }) => {
  const { teacher, tasks } = await newDesk(request)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/tasks', `/tasks?task=${tasks[0]}`]) {
    await openAs(page, teacher.token, path)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  const comment = page.getByRole('textbox', { name: 'Комментарий к решению' })
  await comment.focus()
  const accept = page.getByRole('button', { name: 'Принять', exact: true })
  const bottom = () => comment.evaluate((field) => field.getBoundingClientRect().bottom)
  const top = () => accept.evaluate((button) => button.getBoundingClientRect().top)
  await expect.poll(async () => (await bottom()) - (await top())).toBeLessThan(0)
  await page.getByRole('button', { name: 'Принять', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Принять без баллов' }).click()
  await expect(page.getByText('Работа принята')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
