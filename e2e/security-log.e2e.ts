import { expect, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator sees who could not sign in, and narrows the security log down', async ({ page, request }) => {
  const [curator, student] = [await newPerson('curator'), await newPerson('student', 'Зоя', 'Забывчивая')]
  const login = (password: string) => request.post('/api/auth/login', { data: { email: student.email, password } })
  expect((await login('не тот пароль')).status()).toBe(401)
  await openAs(page, curator.token, '/settings')
  await page.getByRole('link', { name: 'Безопасность' }).click()
  await expect(page.getByText('Неверный пароль: Зоя Забывчивая').first()).toBeVisible()
  // in words, not as the call that it was
  await expect(page.getByText('Вход на сайт').first()).toBeVisible()
  await expect(page.getByText('POST /api')).toHaveCount(0)
  await page.getByLabel('Что произошло').selectOption('Выгрузка данных')
  await expect(page.getByText('Неверный пароль: Зоя Забывчивая')).toBeHidden()
  await page.goto(`/settings?tab=security&user=${student.id}&kind=wrong-password`)
  await expect(page.getByText('1 запись', { exact: true })).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
})
