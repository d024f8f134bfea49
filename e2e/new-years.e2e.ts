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
  await expect(page.getByText(`7${suffix} → 8${suffix}`)).toBeVisible()
  await expect(page.locator(':focus')).toContainText(`7${suffix} → 8${suffix}`)
  await expect(page.getByText(`Черчение ${suffix}: 0 уроков, 8${suffix}`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Изменить', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Новый учебный год' })).toBeFocused()

  // only the own class: the school belongs to other stories as well
  const plan = {
    shift_days: 364,
    cohorts: [{ id: cohort.id, act: 'up', name: `8${suffix}` }],
    courses: [{ id: course.id, act: 'renew', cohort_ids: [cohort.id] }],
  }
  const { new_year } = await callApi(request, 'POST', '/api/new-years', { token, body: plan })
  await callApi(request, 'POST', `/api/new-years/${new_year.id}/apply`, { token })
  await openAs(page, token, '/users?tab=cohorts')
  await expect(page.getByText(`8${suffix}`)).toBeVisible()
  await page.getByRole('link', { name: 'Новый учебный год' }).click()
  await page.getByRole('button', { name: 'Отменить новый год' }).click()
  await expect(page.getByLabel(`Новое название: 7${suffix}`)).toBeVisible()
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
