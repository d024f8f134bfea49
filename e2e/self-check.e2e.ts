import type { Page } from '@playwright/test'
import { demoToken, expect, openAs, test } from './school.ts'
import { violations } from './violations.ts'

/** Waits for the report, for which the whole section is read. */
const expectReport = (page: Page) =>
  expect(page.getByText(/^Исправ(ить: \d+|лять нечего)/)).toBeVisible({ timeout: 60_000 })

test('a curator checks the section, and goes from a finding to its page', async ({ page }) => {
  test.setTimeout(120_000)
  await openAs(page, await demoToken('curator'), '/organisation')
  await page.getByRole('link', { name: /^Провер/ }).click()
  await expectReport(page)
  await expect(
    page.getByRole('heading', { level: 3, name: 'Вакантные места для приема (перевода) обучающихся' }),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  const education = page.getByRole('listitem', { name: 'Образование', exact: true })
  const before = await education.getByRole('listitem').count()
  await page.getByRole('switch', { name: 'Показать и то, что в порядке' }).check()
  await expect(education.getByText('Реализуемые программы: уровни, формы и сроки обучения')).toBeVisible()
  await expect.poll(() => education.getByRole('listitem').count()).toBeGreaterThan(before)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать CSV' }).click()
  expect((await file).suggestedFilename()).toBe('Проверка раздела.csv')
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await page.getByRole('link', { name: 'Изменить: Образование' }).click()
  await expect(page).toHaveURL('/organisation/page4?view=edit')
  await expect(page.getByRole('heading', { level: 1, name: 'Образование' })).toBeVisible()
})

test('a failed check is reported, and can be repeated', async ({ page }) => {
  test.setTimeout(90_000)
  const token = await demoToken('curator')
  await page.route('**/api/organisation/check', (route) => route.fulfill({ status: 500, body: '' }))
  await openAs(page, token, '/organisation?view=check')
  const again = page.getByRole('main').getByRole('button', { name: 'Повторить' })
  await expect(again).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/api/organisation/check')
  await again.click()
  await expectReport(page)
})

test('the report stays on screen with its age while a new check runs', async ({ page }) => {
  test.setTimeout(120_000)
  await openAs(page, await demoToken('curator'), '/organisation?view=check')
  await expectReport(page)
  const again = page.getByRole('button', { name: 'Проверить ещё раз' })
  await expect(again).toBeEnabled({ timeout: 60_000 })
  const began = page.waitForResponse(
    (response) => response.url().endsWith('/api/organisation/check') && response.request().method() === 'POST',
  )
  await again.click()
  expect((await began).status()).toBe(202)
  await expect(page.getByText(/^Исправ(ить: \d+|лять нечего)/)).toBeVisible()
  await expect(again).toBeEnabled({ timeout: 60_000 })
  await expect(page.getByText(/^Проверено \d\d\.\d\d\.\d{4} \d\d:\d\d, только что/)).toBeVisible()
})

test('the report is for curators', async ({ page }) => {
  await openAs(page, await demoToken('teacher'), '/organisation?view=check')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Провер/ })).toHaveCount(0)
})
