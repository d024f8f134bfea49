import { expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

const password = 'demo-password'

test('a curator signs a document generated from the data, and a guest confirms it by its number', async ({ page }) => {
  const { token } = await newPerson('curator', 'Ольга', 'Ветрова')
  await openAs(page, token, '/organisation?view=documents')
  const line = page
    .getByRole('list', { name: 'Документы из данных платформы' })
    .getByRole('listitem')
    .filter({ hasText: 'Стоимость обучения' })
  const file = page.waitForEvent('download')
  await line.getByRole('button', { name: 'Посмотреть PDF' }).click()
  expect((await file).suggestedFilename()).toMatch(/не подписано\.pdf$/)

  await line.getByRole('button', { name: /^Подписать/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Подписать документ' })
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Ваша должность').fill('директор')
  await dialog.getByLabel('Ваш пароль', { exact: true }).fill('не тот пароль')
  await dialog.getByRole('button', { name: 'Подписать' }).click()
  await expect(dialog.getByText('Сейчас пароль другой')).toBeVisible()
  await dialog.getByLabel('Ваш пароль', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Подписать' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(line).toContainText('Подписан и соответствует данным')
  const number = /([0-9A-Z]{4}-){2}[0-9A-Z]{4}/.exec((await line.textContent()) ?? '')?.[0] ?? ''

  await openAs(page, null, '/organisation/page8')
  await expect(page.locator('a[itemprop="paidSt"]')).toContainText('Стоимость обучения')
  await page.getByRole('link', { name: /^Проверить подпись: Стоимость/ }).click()
  const confirmation = page.getByRole('region', { name: 'Подпись подтверждена' })
  await expect(confirmation).toContainText('Ольга Ветрова, директор')
  await expect(confirmation).toContainText(number)
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Номер подписи').fill('0000-0000-0000')
  await page.getByRole('button', { name: 'Проверить' }).click()
  await expect(page.getByRole('region', { name: 'Такой подписи нет' })).toBeVisible()
})
