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

test('a link to the editor of the organisation section causes no refusal for those who may not edit', async ({
  page,
}) => {
  const student = await newPerson('student')
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  // the page is loaded before it is known who opens it
  const loaded = page.waitForResponse('**/api/organisation/pages/4')
  await page.route('**/api/auth/user', async (route) => {
    await loaded
    await route.continue()
  })
  await openAs(page, student.token, '/organisation/page4?view=edit')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  expect(refused).toEqual([])
})
