import { expect, newPerson, openAs, settled, test } from './school.ts'

test('without a network a device forgets its person at once, and the session ends once there is one', async ({
  page,
  request,
}) => {
  const { token } = await newPerson('student', 'Вера', 'Лосева')
  const status = async () =>
    (await request.get('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })).status()
  await openAs(page, token, '/profile')
  await settled(page)
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(await kept()).toContain(token)
  await page.context().setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByText('Вы вышли', { exact: true })).toBeVisible()
  expect(await kept()).not.toContain(token)
  expect(await status()).toBe(200)
  await page.context().setOffline(false)
  await expect.poll(status).toBe(401)
})
