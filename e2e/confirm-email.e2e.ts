import { join } from 'node:path'
import { readLetters, readLink } from '#server/testing/letters.ts'
import { loseResponse } from './lose-response.ts'
import { bounce, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

const outbox = join(process.env.E2E_DATA_DIR as string, 'outbox')

const lettersTo = async (email: string) => (await readLetters(outbox)).filter(({ to }) => to === email)

test('a new student learns at once, publishes for the school, and for everybody after confirming the address', async ({
  page,
}) => {
  const id = `${Date.now()}-${process.pid}`
  const [mistyped, email] = [`nina-${id}@scool.example`, `nina-${id}@school.example`]
  await openAs(page, null, '/registration')
  await page.getByLabel('Имя').fill('Нина 2')
  await page.getByLabel('Фамилия').fill('Ёлкина')
  await page.getByLabel('Почта').fill(mistyped)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('long enough')
  await page.getByRole('checkbox', { name: /согласие на обработку персональных данных/ }).check()
  const register = page.getByRole('button', { name: 'Зарегистрироваться' })
  await register.click()
  await expect(page.getByText('Только буквы, пробелы, дефис, апостроф и точка')).toBeVisible()
  await page.getByLabel('Имя').fill('Нина')
  // the account is open, and the response is lost: pressed again, the form signs in to it
  const { lost } = await loseResponse(page, '**/api/auth/register')
  await register.click()
  await lost
  await register.click()

  const notice = page.getByRole('complementary', { name: 'Подтверждение почты' })
  await expect(notice).toContainText(mistyped)
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: 'Исправить адрес' }).click()
  const dialog = page.getByRole('dialog', { name: 'Исправить адрес почты' })
  await dialog.getByLabel('Почта').fill(email)
  await dialog.getByLabel('Ваш пароль').fill('long enough')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Сохранить и отправить письмо' }).click()
  await expect(notice).toContainText(email)
  await notice.getByRole('button', { name: 'Отправить письмо ещё раз' }).click()
  await expect.poll(async () => (await lettersTo(email)).length).toBe(2)

  await page.goto('/projects/create')
  await page.getByLabel('Название').fill('Первый плакат')
  await expect(page.getByText('Пока почта не подтверждена, проект увидит только школа')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByRole('note').filter({ hasText: 'Опубликовано.' })).toContainText('Проект видит школа')

  const { token } = readLink((await lettersTo(email)).at(-1)?.text ?? '')
  await page.goto(`/confirm-email/${token}`)
  await expect(page.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.getByRole('link', { name: 'На главную' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`/confirm-email/${token}x`)
  await expect(page.getByRole('heading', { name: 'Почта уже подтверждена' })).toBeVisible()
})

test('a person whose letters are refused sees it where letters are chosen, and confirms the address again', async ({
  page,
}) => {
  const person = await newPerson('student')
  await bounce(person)
  await openAs(page, person.token, '/profile')
  const settings = page.getByRole('region', { name: /^Письма/ })
  await expect(settings.getByRole('note')).toContainText(person.email)
  expect(await violations(page)).toEqual([])
  await settings.getByRole('button', { name: 'Отправить письмо ещё раз' }).click()
  await expect.poll(async () => (await lettersTo(person.email)).length).toBe(1)
  const { token } = readLink((await lettersTo(person.email)).at(-1)?.text ?? '')
  await page.goto(`/confirm-email/${token}`)
  await expect(page.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible()
  await page.goto('/profile')
  await expect(settings.getByRole('combobox').first()).toBeVisible()
  await expect(settings.getByRole('note')).toHaveCount(0)
})
