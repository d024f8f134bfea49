import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator narrows the list of people down by its address, and acts on those who are chosen', async ({
  page,
  request,
}) => {
  const { token } = await newPerson('curator')
  // names have no digits
  const surname = `Новичкова${[...String(Date.now())].map((digit) => 'абвгдежзик'[Number(digit)]).join('')}`
  const add = (name: string, handle: object) =>
    callApi(request, 'POST', '/api/users', { token, body: { name, surname, role: 'student', ...handle } })
  await add('Анна', { email: `anna-${Date.now()}@school.example` })
  await add('Яна', { login: `yana.${Date.now()}` })

  await openAs(page, token, '/users')
  await page.getByRole('searchbox', { name: 'Имя, фамилия или почта' }).fill(surname)
  await page.getByRole('combobox', { name: 'Состояние' }).selectOption({ label: 'Ещё без пароля' })
  await expect(page).toHaveURL(/search=.*state=no-password|state=no-password.*search=/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Состояние' })).toHaveValue('no-password')
  await expect(page.getByRole('status').filter({ hasText: '2 человека' })).toBeVisible()
  await page.getByRole('checkbox', { name: `Выбрать: Анна ${surname}` }).check()
  const bar = page.getByRole('region', { name: 'Выбранные люди' })
  await bar.getByRole('checkbox', { name: 'Все на странице' }).check()
  expect(await violations(page)).toEqual([])

  await bar.getByRole('button', { name: 'Пригласить ещё раз' }).click()
  await page.getByRole('button', { name: 'Пригласить ещё раз: 2 человека' }).click()
  await expect(page.getByText('Приглашения отправлены: 1 человек')).toBeVisible()
  await expect(page.getByText('1 человек: Почты нет: выдайте пароль на бумаге.')).toBeVisible()
  await expect(bar).toBeHidden()

  await page.getByRole('checkbox', { name: `Выбрать: Яна ${surname}` }).check()
  await bar.getByRole('button', { name: 'Пароли на бумаге' }).click()
  await page.getByRole('button', { name: 'Выдать: 1 человек' }).click()
  await expect(page.getByRole('dialog', { name: 'Новый пароль' })).toContainText(`Яна ${surname}`)
})
