import { expect, newFailure, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator sees what keeps failing, and repeats it by hand', async ({ page }) => {
  const curator = await newPerson('curator')
  await newFailure()
  await openAs(page, curator.token, '/settings')
  await page.getByRole('link', { name: 'Состояние' }).click()
  const failures = page.getByRole('list', { name: 'Что не получилось' })
  const line = failures.getByRole('listitem').filter({ hasText: 'Уведомления о том, что проект понравился' })
  await expect(line).toContainText('Почтовый сервер не отвечает.')
  await expect(line).toContainText('30 попыток')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await line.getByRole('button', { name: /^Повторить/ }).click()
  await expect(page.getByText(/^Повторяем: /)).toBeVisible()
  await expect(line).toHaveCount(0)
})
