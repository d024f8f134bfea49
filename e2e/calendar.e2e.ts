import { hourMs } from '#contract/durations.ts'
import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a teacher adds an event to the calendar, and the student finds it there beside what is due', async ({
  page,
  newDevice,
  request,
}) => {
  test.setTimeout(90_000)
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const { lesson } = await newCourse(request, teacher, { students: [student], name: 'Плакат' })
  for (const status of ['draft', 'archived']) {
    const body = { name: `Другой ${status}` }
    const { course } = await callApi(request, 'POST', '/api/courses', { token: teacher.token, body })
    await callApi(request, 'PUT', `/api/courses/${course.id}`, { token: teacher.token, body: { status } })
  }
  // in the middle of next month: no month ends in the middle of the story; that of the page, which lives in Moscow
  const now = new Date(Date.now() + 3 * hourMs)
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 15))
  const date = day.toISOString().slice(0, 10)
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, {
    token: teacher.token,
    body: { assignment: { text: '<p>Плакат</p>', due_at: day.toISOString() } },
  })

  await openAs(page, teacher.token, '/')
  await page.getByRole('button', { name: 'Моё меню' }).click()
  await page.getByRole('menuitem', { name: 'Календарь' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Календарь' })).toBeVisible()
  await page.getByRole('link', { name: 'Следующий месяц' }).click()
  await expect(page).toHaveURL(new RegExp(`month=${date.slice(0, 7)}`))
  await page.getByRole('button', { name: /^\S+, 15 \S+, 1\sсобытие$/ }).click()
  await page.getByRole('button', { name: 'Событие', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Когда')).toHaveValue(`${date}T12:00`)
  // the course that is running; of one in the archive the calendar shows nothing
  const course = dialog.getByRole('combobox', { name: 'Курс' })
  await expect(course.getByRole('option', { selected: true })).toHaveText('Плакат')
  await expect(course.getByRole('option')).toHaveText(['Другой draft', 'Плакат'])
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await expect(dialog.getByText('Назовите событие')).toBeVisible()
  await dialog.getByLabel('Что будет').fill('Просмотр плакатов')
  // two keys that are pressed too soon lose nothing
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Остаться' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Остаться' })).toBeHidden()
  await expect(dialog.getByLabel('Что будет')).toHaveValue('Просмотр плакатов')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await expect(dialog).toBeHidden()
  const list = page.getByRole('region', { name: /15/ })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Изменить: Просмотр плакатов' }).click()
  await dialog.getByLabel('Что будет').fill('Просмотр всех плакатов')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(list.getByRole('link', { name: 'Просмотр всех плакатов' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  // a phone begins with the list
  const phone = await newDevice({ viewport: { width: 375, height: 812 } })
  await openAs(phone, student.token, `/calendar?month=${date.slice(0, 7)}`)
  const events = phone.getByRole('region', { name: /15/ }).getByRole('listitem')
  await expect(events).toHaveCount(2)
  await expect(events.filter({ hasText: 'Просмотр всех плакатов' })).toContainText('12:00')
  await expect(phone.getByRole('button', { name: /Изменить/ })).toHaveCount(0)
  expect(await violations(phone)).toEqual([])
  await phone.getByRole('link', { name: lesson.name }).click()
  await expect(phone.getByRole('heading', { level: 1, name: lesson.name })).toBeVisible()
})

test('the days of a month are reached by the keys, and another month as well', async ({ page }) => {
  const student = await newPerson('student')
  await openAs(page, student.token, '/calendar?month=2027-02')
  await page.getByRole('button', { name: /^Понедельник, 1 февраля/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: /^Вторник, 2 февраля/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /^Вторник, 9 февраля/ })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { name: 'Март 2027' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Вторник, 9 марта/ })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: /^Пятница, 9 апреля/ })).toBeFocused()
})

test('a student subscribes to the calendar, renews the link, and ends it', async ({ page, request }) => {
  const student = await newPerson('student')
  await openAs(page, student.token, '/calendar')
  await page.getByRole('button', { name: 'В телефон' }).click()
  const dialog = page.getByRole('dialog', { name: 'Календарь в телефоне' })
  const shown = page.getByRole('dialog', { name: 'Ссылка на календарь' })
  await dialog.getByRole('button', { name: 'Сделать ссылку' }).click()
  const url = await shown.getByLabel('Ссылка').inputValue()
  // a slip does not lose what is shown only now
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  expect(await violations(page)).toEqual([])
  const feed = await request.get(new URL(url).pathname)
  expect([feed.status(), await feed.text()]).toEqual([200, expect.stringContaining('BEGIN:VCALENDAR')])
  await shown.getByRole('button', { name: 'Готово' }).click()

  await page.getByRole('button', { name: 'В телефон' }).click()
  await dialog.getByRole('button', { name: 'Новая ссылка' }).click()
  await page.getByRole('button', { name: 'Сделать новую' }).click()
  await expect(shown.getByLabel('Ссылка')).toBeVisible()
  await expect(shown.getByLabel('Ссылка')).not.toHaveValue(url)
  expect((await request.get(new URL(url).pathname)).status()).toBe(404)

  const renewed = await shown.getByLabel('Ссылка').inputValue()
  await shown.getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: 'В телефон' }).click()
  // a slip does not end it: a link that was ended is gone for good
  await dialog.getByRole('button', { name: 'Отключить' }).click()
  const question = page.getByRole('dialog', { name: 'Отключить ссылку?' })
  await question.getByRole('button', { name: 'Отменить' }).click()
  await expect(question).toBeHidden()
  expect((await request.get(new URL(renewed).pathname)).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Отключить' }).click()
  await question.getByRole('button', { name: 'Отключить' }).click()
  await expect(page.getByText('Ссылка больше не работает')).toBeVisible()
  expect((await request.get(new URL(renewed).pathname)).status()).toBe(404)
})
