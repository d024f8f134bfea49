import { callApi, expect, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator gets a part of the rights, and sees no more of the school than that', async ({ page, request }) => {
  const [boss, person] = [await newPerson('curator'), await newPerson('curator', 'Инна', 'Частная')]
  await openAs(page, boss.token, `/users/${person.id}`)
  await page.getByRole('button', { name: 'Изменить данные и роль' }).click()
  const dialog = page.getByRole('dialog', { name: 'Изменить пользователя' })
  await expect(dialog.getByRole('radio', { name: 'Все права' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Часть прав' }).check()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Отметьте хотя бы одно право')).toBeVisible()
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await dialog.getByRole('checkbox', { name: 'Проекты и жалобы' }).check()
  await expect(dialog.getByText('Отметьте хотя бы одно право')).toBeHidden()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()

  await openAs(page, person.token, '/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Инна')
  await expect(page.getByRole('link', { name: /^Настройки/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Пользователи/ })).toBeHidden()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Разделы настроек' })
  await expect(tabs.getByRole('link')).toHaveText(['Жалобы'])
  await page.goto('/users')
  await expect(page.getByText('Список пользователей ведут кураторы.')).toBeVisible()
  await settled(page)

  // who sees to people sees all classes, but begins no new year
  const token = boss.token
  await callApi(request, 'PUT', `/api/users/${person.id}`, { token, body: { role: 'curator', rights: ['people'] } })
  await callApi(request, 'POST', '/api/cohorts', { token, body: { name: `6 «Ч» ${Date.now()}` } })
  await page.goto('/users?tab=cohorts')
  await expect(page.getByRole('button', { name: 'Новый класс' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Новый учебный год' })).toBeHidden()
  // who hands over names teachers of courses
  const teacher = await newPerson('teacher')
  await page.goto(`/users/${teacher.id}`)
  await expect(page.getByRole('button', { name: 'Отключить' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Передать дела' })).toBeHidden()
  await settled(page)
})

test('what two curators change about one person is saved of both', async ({ page, request }) => {
  const [curator, colleague] = [await newPerson('curator'), await newPerson('curator')]
  const person = await newPerson('teacher')
  const path = `/api/users/${person.id}`
  await openAs(page, curator.token, `/users/${person.id}`)
  await page.getByRole('button', { name: 'Изменить данные и роль' }).click()
  const dialog = page.getByRole('dialog', { name: 'Изменить пользователя' })
  await dialog.getByLabel('Отчество').fill('Павловна')
  const email = `new-${person.email}`
  await callApi(request, 'PUT', path, { token: colleague.token, body: { role: 'student', email } })
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toBeHidden()
  const { user } = await callApi(request, 'GET', path, { token: curator.token })
  expect(user).toMatchObject({ patronymic: 'Павловна', email, role: { slug: 'student' } })
})
