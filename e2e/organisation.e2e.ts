import type { Page } from '@playwright/test'
import { organisationPages, organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { expect, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

const addresses = ['/organisation', '/sveden', ...organisationPages.map(({ number }) => `/organisation/page${number}`)]

/** The names of the tables that are wider than their place. */
const wideTables = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main section:has(> table)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((section) => section.querySelector('caption')?.textContent),
  )

for (const path of addresses) {
  test(`${path} is accessible: no violation of WCAG, nothing wider than the screen`, async ({ page }) => {
    await page.goto(path)
    await settled(page)
    expect(await wideTables(page)).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    // 320 px; and the width of a usual screen at 200 %
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 700 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px`)
        .toBeLessThanOrEqual(width)
    }
    // no table needs sideways scrolling on a phone, either
    await page.setViewportSize({ width: 375, height: 800 })
    await expect.poll(() => wideTables(page)).toEqual([])
  })
}

test('the contents link to every page, and a page to each of the others', async ({ page }) => {
  await openAs(page, null, '/organisation')
  await expect(page.getByRole('heading', { level: 1, name: organisationTitle })).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'Разделы сведений' })
  for (const { title } of organisationPages) {
    await expect(contents.getByRole('link', { name: title, exact: true })).toBeVisible()
  }
  const map = page.getByRole('navigation', { name: 'Карта сайта' })
  await expect(map.getByRole('link', { name: 'Проекты' })).toHaveAttribute('href', '/projects')
  await expect(map.getByRole('link', { name: 'Файлы cookie' })).toHaveAttribute('href', '/documents/cookies')

  await contents.getByRole('link', { name: 'Руководство' }).click()
  await expect(page).toHaveURL('/organisation/page5')
  await expect(contents.getByRole('link', { name: 'Руководство' })).toHaveAttribute('aria-current', 'page')
  await contents.getByRole('link', { name: 'Документы' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Документы' })).toBeVisible()
  await expect(contents.locator('[aria-current]:visible')).toHaveText('Документы')
  for (const ministry of ['https://minobrnauki.gov.ru', 'https://edu.gov.ru']) {
    await expect(page.locator(`a[href="${ministry}"]`)).toBeVisible()
  }
  await page.getByRole('link', { name: 'На главную' }).click()
  await expect(page).toHaveURL('/')
})

test('on a small screen the menu unfolds above the page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, null, '/sveden/common')
  await settled(page)
  const menu = page.getByRole('navigation', { name: 'Разделы сведений' })
  await expect(menu.getByRole('link', { name: 'Образование', exact: true })).toBeHidden()
  await menu.getByText('Все разделы').click()
  await menu.getByRole('link', { name: 'Образование', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Образование' })).toBeVisible()
})

test('the main page and its menu lead to the section', async ({ page }) => {
  await openAs(page, null, '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Об организации' })).toHaveAttribute(
    'href',
    '/organisation',
  )
  await expect(page.getByRole('contentinfo').getByRole('link', { name: organisationTitle })).toBeVisible()
})

test('a table is downloaded as CSV', async ({ page }) => {
  await openAs(page, null, '/organisation/page5')
  await settled(page)
  await expect(page.getByRole('table', { name: 'Руководитель', exact: true })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Скачать CSV: Руководитель', exact: true }).click()
  const download = await file
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toContain('ФИО')
})

test('paper has only the tables', async ({ page }) => {
  await openAs(page, null, '/organisation/page5')
  await settled(page)
  const print = page.getByRole('button', { name: 'Распечатать' })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await print.click()
  await expect(page.locator('[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Руководитель', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Разделы сведений' })).toBeHidden()
  await expect(print).toBeHidden()
  await expect(page.getByText('Удобство чтения').first()).toBeHidden()
  await expect(page.getByText('Скачать CSV').first()).toBeHidden()
})

test('without scripts nothing is missing and nothing is dead', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/sveden/managers/')
  await expect(page.getByRole('table', { name: 'Руководитель', exact: true })).toBeVisible()
  await expect(page.locator('tr[itemprop="rucovodstvo"] [itemprop="fio"]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Распечатать' })).toBeHidden()
  await page.getByText('Удобство чтения').click()
  await expect(page.getByText('Без них текст увеличивает сам браузер')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('link', { name: 'Документы', exact: true }).click()
  await expect(page).toHaveURL('/organisation/page3')
  await context.close()
})

test('a row shown as a card has the names of its columns', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await openAs(page, null, '/organisation/page5')
  const cell = page.locator('[itemprop="rucovodstvo"] [itemprop="telephone"]').first()
  await expect(cell).toBeVisible()
  // asked again if the app has just drawn over the served page
  const nameOfColumn = () => cell.evaluate((cell) => getComputedStyle(cell, '::before').content)
  await expect.poll(nameOfColumn).toBe('"Телефон"')
})

test('every page ends with the owner of the site', async ({ page }) => {
  for (const path of addresses.slice(0, 4)) {
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText(/ИНН \d+/)).toBeVisible()
    await expect(footer.getByText('12+')).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Файлы cookie' })).toBeVisible()
  }
})

test('a curator who opens and closes the editor is at the beginning of what is shown', async ({ page }) => {
  const { token } = await newPerson('curator')
  await openAs(page, token, '/organisation/page12')
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Изменить', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeVisible()
  await expect(main).toBeFocused()
  await page.getByRole('link', { name: 'Закрыть' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Изменить', exact: true })).toBeVisible()
  await expect(main).toBeFocused()
})
