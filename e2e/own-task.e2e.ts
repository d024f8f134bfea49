import { accept, facts, fixes, giveBack, newSchool, staysInSight } from './own-task.ts'
import { callApi, expect, openAs, test } from './school.ts'

for (const [width, height] of [
  [1366, 768],
  [375, 812],
] as const) {
  test(`the state, the points, the next step and the remarks stay visible at ${width}×${height}`, async ({
    page,
    request,
  }) => {
    const school = await newSchool(request)
    await giveBack(request, school)
    await page.setViewportSize({ width, height })
    await openAs(page, school.student.token, school.path)
    const send = page.getByRole('button', { name: 'Отправить на проверку' })
    await expect(send).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сетка для лонгрида')
    await expect(page).toHaveTitle('Практика — Сетка для лонгрида')
    const box = fixes(page).getByRole('checkbox', { name: 'Исправлено: Добавьте поля' })
    await box.click()
    await expect(box).toBeChecked()
    const progress = fixes(page).getByText('Исправлено 1 из 2')
    const remark = fixes(page).getByText('Подпись теряется на фоне')
    // above the answer they are scrolled away with the page, and leave the screen to it
    if (width < 960) {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(remark).not.toBeInViewport()
    }
    await fixes(page).getByRole('button', { name: 'Исправить' }).click()
    await expect(page.getByRole('textbox', { name: /^Ответ, попытка 2/ })).toBeFocused()
    await staysInSight(page, facts(page).getByText('На доработке'), facts(page).getByText('до 10 баллов'), send)
    // while the answer is written: its end is above the bar
    await page.getByRole('textbox', { name: /^Ответ, попытка 2/ }).press('Control+End')
    await page.keyboard.type(' и поля')
    await expect(progress).toBeInViewport()
    // the remarks can be read again without losing the place in the answer
    if (!(await remark.isVisible())) await progress.click()
    await expect(remark).toBeInViewport()
    if (width < 960) {
      await expect.poll(async () => (await fixes(page).boundingBox())?.height).toBeLessThan(height * 0.36)
    }
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    // on paper there is what was written, and nothing to press
    const tools = [page.getByRole('toolbar'), page.getByLabel('Новое сообщение'), send]
    for (const tool of tools) await expect(tool).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('textbox', { name: /^Ответ, попытка 2/ })).toBeVisible()
    for (const tool of tools) await expect(tool).toBeHidden()
  })
}

test('the card beside a lesson never scrolls within itself, and leads to the task and back', async ({
  page,
  request,
}) => {
  const school = await newSchool(request)
  await giveBack(request, school)
  await page.setViewportSize({ width: 1366, height: 600 })
  await openAs(page, school.student.token, `/lessons/${school.lessonId}`)
  const card = page.getByRole('region', { name: 'Задание', exact: true })
  await expect(card.getByText('Подпись теряется на фоне')).toBeVisible()
  expect(await card.evaluate((element) => getComputedStyle(element).overflowY)).toBe('visible')
  await card.getByRole('button', { name: 'Исправить' }).click()
  await expect(page).toHaveURL(school.path)
  await expect(page.getByRole('textbox', { name: /^Ответ, попытка 2/ })).toBeFocused()
  await page.getByRole('link', { name: 'К уроку' }).click()
  await expect(page.getByText('Читаем и пробуем.')).toBeVisible()
})

test('a lesson on a phone says at its top that the task came back, and leads to the remarks', async ({
  page,
  request,
}) => {
  const school = await newSchool(request)
  await giveBack(request, school)
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, school.student.token, `/lessons/${school.lessonId}`)
  const way = page.getByRole('link', { name: 'Посмотреть, что исправить' })
  await expect(way).toBeInViewport()
  await way.click()
  await expect(fixes(page).getByText('Добавьте поля')).toBeInViewport()
  // remarks that are not ticked off are counted beside the hand-in
  await fixes(page).getByRole('button', { name: 'Исправить' }).click()
  const bar = page.getByRole('region', { name: 'Что дальше' })
  await expect(bar.getByText('Отмечено исправленными 0 из 2\u00a0замечаний.')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/lessons/${school.lessonId}`)
  await expect(way).toBeHidden()
})

test('an old address of a task leads to it', async ({ page, request }) => {
  const school = await newSchool(request)
  await callApi(request, 'PUT', `/api/lessons/${school.lessonId}/task`, { token: school.student.token })
  await openAs(page, school.student.token, `/lessons/${school.lessonId}#work`)
  await expect(page).toHaveURL(school.path)
  await expect(page.getByRole('textbox', { name: /^Ответ/ })).toBeVisible()
})

test('an accepted task shows the result, one click from its publication', async ({ page, request }) => {
  const school = await newSchool(request)
  await accept(request, school)
  await openAs(page, school.student.token, school.path)
  const verdict = page.getByRole('article', { name: /^Работа принята/ })
  await expect(verdict).toContainText('9 баллов')
  await expect(verdict).toContainText('Отличная работа')
  await expect(verdict).toContainText('выполнено, 6 из 6')
  await expect(facts(page)).toContainText('9 баллов из 10')
  await page.getByRole('button', { name: 'Опубликовать проект' }).click()
  await expect(page.getByRole('dialog', { name: 'Опубликовать проект' })).toBeVisible()
})

test('a notification opens its event', async ({ page, request }) => {
  test.setTimeout(90_000)
  const school = await newSchool(request)
  const id = await accept(request, school)
  const { token } = school.teacher
  for (let count = 1; count <= 12; count += 1)
    await callApi(request, 'POST', `/api/tasks/${id}/comments`, { token, body: { text: `Слово ${count}.` } })
  const countNotifications = async (type: string) => {
    const { user } = await callApi(request, 'GET', '/api/auth/user', { token: school.student.token })
    return user.notifications.data.filter((item: { type: string }) => item.type === type).length
  }
  await expect.poll(() => countNotifications('task-comment')).toBe(12)
  await expect.poll(() => countNotifications('task-accepted'), { timeout: 30_000 }).toBe(1)
  await openAs(page, school.student.token, '/')
  const open = async (text: string) => {
    await page.getByRole('button', { name: /^Уведомления/ }).click()
    const item = page.getByRole('dialog').getByRole('listitem').filter({ hasText: text })
    await item.getByRole('link', { name: 'Сетка для лонгрида' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await open('Слово 2.')
  const thread = page.getByRole('region', { name: 'Обсуждение' })
  await expect(thread.getByText('Слово 2.')).toBeInViewport()
  // from there to another place of the same page
  const accepted = page.getByRole('heading', { name: 'Работа принята: 9 баллов' })
  await expect(accepted).not.toBeInViewport()
  await open('принята')
  await expect(page).toHaveURL(`${school.path}#verdict-1`)
  await expect(accepted).toBeInViewport()
  // a verdict that was taken back leads to its attempt
  await callApi(request, 'POST', `/api/tasks/${id}/reopen`, { token, body: { reason: 'Проверю ещё раз' } })
  await page.reload()
  await expect(page.getByText('Попытка 1', { exact: true })).toBeInViewport()
})

test('a message about a task that is not handed in yet is where its notification leads', async ({ page, request }) => {
  const { teacher, student, lessonId, path } = await newSchool(request)
  const { task } = await callApi(request, 'PUT', `/api/lessons/${lessonId}/task`, { token: student.token })
  const body = { text: 'Пришлите макет сегодня.' }
  await callApi(request, 'POST', `/api/tasks/${task.id}/comments`, { token: teacher.token, body })
  await openAs(page, student.token, path)
  await expect(page.getByRole('region', { name: 'Обсуждение' })).toContainText('Пришлите макет сегодня.')
})

test('a former student of the course can still read their task there', async ({ page, request }) => {
  const school = await newSchool(request)
  await giveBack(request, school)
  await callApi(request, 'PUT', `/api/courses/${school.course.id}/students`, {
    token: school.teacher.token,
    body: { user_ids: [] },
  })
  await openAs(page, school.student.token, '/tasks')
  const row = page.getByRole('link', { name: /Сетка для лонгрида/ })
  await expect(row).toContainText('Вы больше не на курсе')
  await row.click()
  await expect(page).toHaveURL(school.path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сетка для лонгрида')
  await expect(page.getByText('Вы больше не на этом курсе: работу можно только читать.')).toBeVisible()
  await expect(fixes(page)).toContainText('Осталось два места на мобильном.')
  await expect(fixes(page).getByRole('checkbox').first()).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Отправить на проверку' })).toHaveCount(0)
})

test('what was being written stays to be read when the lesson is deleted meanwhile', async ({ page, request }) => {
  const school = await newSchool(request)
  await openAs(page, school.student.token, school.path)
  await page.getByRole('button', { name: 'Начать работу' }).click()
  await expect(page.getByRole('textbox', { name: /^Ответ/ })).toBeFocused()
  await page.keyboard.type('Сетка на двенадцать колонок.')
  await expect(page.getByText(/^Сохранено в/)).toBeVisible()
  const body = { ids: [school.lessonId], act: 'delete' }
  await callApi(request, 'POST', '/api/lessons/bulk', { token: school.teacher.token, body })
  await page.keyboard.type(' И поля.')
  await expect(page.getByText('Урок удалён: работу можно только читать.')).toBeVisible()
  await expect(page.getByText('Сетка на двенадцать колонок. И поля.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Отправить на проверку' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/Сетка на двенадцать колонок/)).toBeVisible()
})
