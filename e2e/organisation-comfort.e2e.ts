import type { Page } from '@playwright/test'
import { expect, newPerson, openAs, settled, test, touch } from './school.ts'
import { breaking } from './violations.ts'

const openPanel = async (page: Page, path: string) => {
  await openAs(page, null, path)
  // the app has drawn over the served page
  await settled(page)
  await page.getByText('Удобство чтения').click()
  return page.getByRole('form', { name: 'Удобство чтения' })
}

const textSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('the settings apply to every page, and are reset with one press', async ({ page }) => {
  const panel = await openPanel(page, '/organisation/page1')
  await panel.getByRole('radio', { name: '200 %' }).check()
  await panel.getByRole('radio', { name: 'Белым по чёрному' }).check()
  await panel.getByRole('group', { name: 'Между буквами' }).getByRole('radio', { name: 'Ещё шире' }).check()
  await panel.getByRole('group', { name: 'Между строками' }).getByRole('radio', { name: 'Ещё шире' }).check()
  expect(await textSize(page)).toBe('32px')
  expect(await ground(page)).toBe('rgb(0, 0, 0)')
  const spacing = () =>
    page
      .getByRole('heading', { level: 1 })
      .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).letterSpacing))
  expect(await spacing()).toBeGreaterThan(2)

  await page.getByRole('link', { name: 'На главную' }).click()
  await expect(page).toHaveURL('/')
  expect(await textSize(page)).toBe('32px')
  await page.goto('/projects')
  expect(await textSize(page)).toBe('32px')
  expect(await ground(page)).toBe('rgb(0, 0, 0)')

  const again = await openPanelHere(page)
  await expect(again.getByRole('radio', { name: '200 %' })).toBeChecked()
  await expect(again.getByRole('radio', { name: 'Белым по чёрному' })).toBeChecked()
  await again.getByRole('button', { name: 'Вернуть как было' }).click()
  await expect.poll(() => textSize(page)).toBe('16px')
  expect(await ground(page)).not.toBe('rgb(0, 0, 0)')
  await expect(again.getByRole('radio', { name: '100 %' })).toBeChecked()
  await page.reload()
  expect(await textSize(page)).toBe('16px')
})

const openPanelHere = async (page: Page) => {
  await settled(page)
  await page.getByText('Удобство чтения').click()
  return page.getByRole('form', { name: 'Удобство чтения' })
}

test('it is there before the app is', async ({ page }) => {
  const panel = await openPanel(page, '/organisation/page3')
  await panel.getByRole('radio', { name: '150 %' }).check()
  await page.route('**/build/assets/*.js', (route) => route.abort())
  await page.goto('/organisation/page3')
  expect(await textSize(page)).toBe('24px')
  // the panel does not need the app either
  await page.getByText('Удобство чтения').click()
  await expect(panel.getByRole('radio', { name: '150 %' })).toBeChecked()
  await panel.getByRole('radio', { name: '125 %' }).check()
  expect(await textSize(page)).toBe('20px')
})

test('the panel works with the keyboard', async ({ page }) => {
  await openAs(page, null, '/organisation/page2')
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'К содержанию' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('form', { name: 'Удобство чтения' })
  await expect(panel.getByRole('radio', { name: '100 %' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(panel.getByRole('radio', { name: '125 %' })).toBeChecked()
  expect(await textSize(page)).toBe('20px')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('summary')
})

test('without pictures their descriptions are shown', async ({ page }) => {
  const panel = await openPanel(page, '/organisation')
  await panel.getByRole('radio', { name: 'Только описания' }).check()
  await page.goto('/')
  const pictures = page.locator('main img:not([alt=""])')
  await expect(pictures.first()).toBeVisible()
  await expect(page.locator('img[src]')).toHaveCount(0)
  // other stories change this page meanwhile: the app draws it first, so that nothing moves under the click
  const served = await page.locator('#root main').elementHandle()
  await touch(page)
  await page.waitForFunction((main) => !main?.isConnected, served)
  const again = await openPanelHere(page)
  // the panel shows what is chosen a moment after it has opened
  await expect(again.getByRole('radio', { name: 'Только описания' })).toBeChecked()
  await again.getByRole('radio', { name: 'Показывать' }).check()
  await expect(pictures.first()).toHaveAttribute('src', /./)
})

for (const colours of ['Чёрным по белому', 'Белым по чёрному', 'Чёрным по бежевому', 'Синим по голубому']) {
  test(`${colours.toLowerCase()}: every text has a contrast of 7:1 or more`, async ({ page }) => {
    const panel = await openPanel(page, '/organisation/page4')
    await panel.getByRole('radio', { name: colours }).check()
    for (const path of ['/organisation/page4', '/organisation', '/projects', '/login']) {
      await page.goto(path)
      await settled(page)
      // the covers' own initials and marks are pictures
      expect(await breaking(page, 'color-contrast-enhanced'), path).toEqual([])
    }
  })
}

test('at 200 % and with wide letters no page of the section is wider than a phone', async ({ page }) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 375, height: 812 })
  const panel = await openPanel(page, '/organisation')
  await panel.getByRole('radio', { name: '200 %' }).check()
  await panel.getByRole('group', { name: 'Между буквами' }).getByRole('radio', { name: 'Ещё шире' }).check()
  for (let number = 1; number <= 14; number += 1) {
    await page.goto(`/organisation/page${number}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width, `page ${number}`).toBeLessThanOrEqual(375)
  }
})

test('at 320 px and 200 % the keyboard reaches everything, and nothing covers it', async ({ page }) => {
  test.setTimeout(90_000)
  const { token } = await newPerson('curator')
  await page.setViewportSize({ width: 320, height: 640 })
  const comfort = JSON.stringify({ size: '200', letters: 'widest', lines: 'widest' })
  for (const [who, path, shown] of [
    [null, '/organisation/page4', page.getByRole('heading', { level: 1 })],
    [token, '/organisation', page.getByRole('link', { name: 'Изменить: Документы' })],
    [token, '/organisation/page4?view=edit', page.getByRole('textbox', { name: 'Текст после сведений' })],
  ] as const) {
    await openAs(page, who, path)
    await page.evaluate((kept) => localStorage.setItem('comfort', kept), comfort)
    await page.reload()
    await expect(shown).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
    const hidden: string[] = []
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        // after the last stop the browser itself has the focus
        if (element === document.body) return null
        const box = element.getBoundingClientRect()
        const [x, y] = [
          box.left + Math.min(box.width, innerWidth - box.left) / 2,
          box.top + Math.min(box.height / 2, 20),
        ]
        const at = document.elementFromPoint(x, y)
        if (at && (element.contains(at) || at.contains(element))) return null
        const name = element.getAttribute('aria-label') ?? element.textContent
        return `${name} at ${x}, ${y} is under ${at?.outerHTML.slice(0, 120)}`
      })
      if (covered) hidden.push(covered)
    }
    expect(hidden, path).toEqual([])
  }
})
