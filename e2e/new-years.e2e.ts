import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator sees what a new year would change, begins it and undoes it', async ({ page, request }) => {
  test.setTimeout(60_000)
  const curator = await newPerson('curator')
  const { token } = curator
  const suffix = `Щ${Date.now()}`
  const body = { name: `Черчение ${suffix}`, status: 'published' }
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body })
  const classBody = { name: `7${suffix}`, course_ids: [course.id] }
  const { cohort } = await callApi(request, 'POST', '/api/cohorts', { token, body: classBody })

  await openAs(page, token, '/users?tab=cohorts')
  await page.getByRole('link', { name: 'Новый учебный год' }).click()
  await expect(page.getByLabel(`Новое название: 7${suffix}`)).toHaveValue(`8${suffix}`)
  await page.getByRole('button', { name: `кто возьмёт копию: Черчение ${suffix}` }).click()
  await page.getByLabel(`8${suffix}`, { exact: true }).check()
  const shift = page.getByLabel('На сколько дней сдвинуть сроки')
  for (const typed of ['-14', '365']) {
    await shift.press('ControlOrMeta+a')
    await shift.press('Backspace')
    await expect(page.getByText('Введите число дней')).toBeVisible()
    await shift.pressSequentially(typed)
    await expect(shift).toHaveValue(typed)
  }
  // what is chosen is kept
  await page.reload()
  await expect(page.getByText(`Копию возьмёт: 8${suffix}`)).toBeVisible()
  await expect(shift).toHaveValue('365')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Показать изменения' }).click()
  await expect(
    page.getByText(new RegExp(`^7${suffix} → 8${suffix}: с 01\\.09\\.\\d{4} по 31\\.05\\.\\d{4}$`)),
  ).toBeVisible()
  await expect(page.locator(':focus')).toContainText(`7${suffix} → 8${suffix}`)
  await expect(page.getByText(`Черчение ${suffix}: 0 уроков, 8${suffix}`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Изменить', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Новый учебный год' })).toBeFocused()

  // only the own class: the school belongs to other stories as well
  const isOwn = ({ id }: { id: number }) => id === cohort.id || id === course.id
  await page.route('**/api/new-years', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const { proposal, last } = await response.json()
    const { cohorts, courses } = proposal
    const own = { ...proposal, cohorts: cohorts.filter(isOwn), courses: courses.filter(isOwn) }
    await route.fulfill({ response, json: { proposal: own, last } })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Показать изменения' }).click()
  // it can be undone where it was begun, and whoever uses the keyboard is there
  await page.getByRole('button', { name: 'Начать новый год' }).press('Enter')
  const undo = page.getByRole('button', { name: 'Отменить новый год' })
  await expect(undo).toBeVisible()
  await expect(page.getByRole('region', { name: 'Новый учебный год' })).toBeFocused()
  expect((await callApi(request, 'GET', `/api/cohorts/${cohort.id}`, { token })).cohort).toMatchObject({
    name: `8${suffix}`,
    starts_on: expect.stringMatching(/-09-01$/),
  })
  await undo.press('Enter')
  await expect(page.getByLabel(`Новое название: 7${suffix}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Новый учебный год' })).toBeFocused()
})

test('somebody who stays after all leaves the focus to the next one in the list', async ({ page }) => {
  const surname = `Уходящий${Date.now()}`
  await newPerson('student', 'Анна', surname)
  await newPerson('student', 'Борис', surname)
  const { token } = await newPerson('curator')
  await openAs(page, token, '/users?tab=new-year')
  const search = page.getByRole('searchbox', { name: 'Найти того, кто уходит' })
  await search.fill(surname)
  for (const name of ['Анна', 'Борис'])
    await page.getByRole('button', { name: `Отключить: ${name} ${surname}` }).click()
  const stays = (name: string) => page.getByRole('button', { name: `Оставить: ${name} ${surname}` })
  await stays('Анна').press('Enter')
  await expect(stays('Анна')).toBeHidden()
  await expect(stays('Борис')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stays('Борис')).toBeHidden()
  await expect(search).toBeFocused()
})
