import type { Page } from '@playwright/test'
import { expect, openAs, test } from './school.ts'

/** Opens a served page; the app loads once it is let in, and has drawn when that resolves. */
const openServed = async (page: Page, path: string) => {
  let letIn = () => {}
  const gate = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route('**/build/assets/*.js', async (route) => {
    await gate
    await route.continue()
  })
  await openAs(page, null, path)
  const served = await page.locator('#root main').elementHandle()
  return async () => {
    letIn()
    await page.waitForFunction((main) => !main?.isConnected, served)
    await expect(page.locator('#root main')).toBeVisible()
  }
}

const scrollTop = (page: Page) => page.evaluate(() => scrollY)

test('the app draws over the page, and the reader stays where they were', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  // a page that is not about courses or people: other stories change those meanwhile
  const drawOver = await openServed(page, '/organisation/page7')
  const csv = page.getByRole('link', { name: 'Скачать CSV: Общежитие и интернат' })
  await csv.focus()
  const top = await scrollTop(page)
  expect(top).toBeGreaterThan(600)
  await drawOver()
  await expect(csv).toBeFocused()
  expect(await scrollTop(page)).toBe(top)
  // the next key continues from there
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /науки и высшего образования/ })).toBeFocused()
})

test('scroll positions within the page are kept', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  const drawOver = await openServed(page, '/organisation/page4')
  const menu = page.getByRole('navigation', { name: 'Разделы сведений' })
  // in another font the menu is lower, and has less to scroll
  await page.evaluate(() => document.fonts.ready)
  await menu.evaluate((element) => element.scrollTo({ top: 80 }))
  expect(await menu.evaluate((element) => element.scrollTop)).toBe(80)
  await drawOver()
  expect(await menu.evaluate((element) => element.scrollTop)).toBe(80)
})

test('an open panel keeps the choice that has the focus', async ({ page }) => {
  const drawOver = await openServed(page, '/organisation/page1')
  await page.getByText('Удобство чтения').click()
  const panel = page.getByRole('form', { name: 'Удобство чтения' })
  await panel.getByRole('radio', { name: '125 %' }).check()
  await drawOver()
  await expect(panel.getByRole('radio', { name: '125 %' })).toBeFocused()
  await expect(panel.getByRole('radio', { name: '125 %' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(panel.getByRole('radio', { name: '150 %' })).toBeChecked()
})

test('of two links to the same page the reached one keeps the focus; a press elsewhere removes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  let drawOver = await openServed(page, '/')
  const links = page.locator('a[href="/registration"]')
  await links.last().focus()
  const count = await links.count()
  await drawOver()
  await expect(links).toHaveCount(count)
  await expect(links.last()).toBeFocused()

  await page.unrouteAll()
  drawOver = await openServed(page, '/organisation')
  await page.getByRole('navigation', { name: 'Карта сайта' }).getByRole('link', { name: 'Проекты' }).focus()
  await page.getByRole('heading', { level: 1 }).click()
  await drawOver()
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('body, #text, main'))).toBe(true)
})

test('text typed before the app loads is searched', async ({ page }) => {
  const drawOver = await openServed(page, '/projects')
  const field = page.getByRole('searchbox', { name: 'Название, описание или автор' })
  await field.pressSequentially('трамв')
  await drawOver()
  await expect(field).toBeFocused()
  await page.keyboard.type('аев')
  await expect(field).toHaveValue('трамваев')
  await expect(page).toHaveURL(`/projects?search=${encodeURIComponent('трамваев')}`)
})
