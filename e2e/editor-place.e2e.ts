import type { Page } from '@playwright/test'
import { bar, insert, openLesson, text, type } from './editor.ts'
import { expect, test } from './school.ts'

/** Puts the cursor at the end of a block, and the page where that block is `top` pixels below the window's edge. */
const goTo = (page: Page, block: string, top: number) =>
  text(page)
    .locator(block)
    .evaluate((element, top) => {
      scrollBy(0, element.getBoundingClientRect().top - top)
      const range = document.createRange()
      range.selectNodeContents(element)
      range.collapse(false)
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
    }, top)

const scrolled = (page: Page) => page.evaluate(() => scrollY)

const longText = Array.from({ length: 40 }, (_, at) => `<p>Абзац ${at} про всё на свете.</p>`).join('')

test('what is put into a long text is in sight, and the page stays', async ({ page, request }) => {
  await openLesson(page, request, longText)
  await goTo(page, 'p:nth-child(20)', 300)
  const before = await scrolled(page)
  await page.keyboard.press('Enter')
  await insert(page, 'табл')
  await expect(text(page).locator('table')).toBeVisible()
  expect(await scrolled(page)).toBe(before)

  // where there is no room for it, the page moves until there is
  await page.setViewportSize({ width: 375, height: 812 })
  await goTo(page, 'p:nth-child(10)', 650)
  await page.keyboard.press('Enter')
  await insert(page, 'табл')
  await type(page, 'Имя')
  await expect(async () => {
    const table = await text(page).locator('table').first().boundingBox()
    const settings = await bar(page, 'Таблица').boundingBox()
    const buttons = await page.locator('[data-form-bar]').boundingBox()
    expect([table, settings, buttons]).not.toContain(null)
    expect((table?.y ?? 0) + (table?.height ?? 0)).toBeLessThanOrEqual(settings?.y ?? 0)
    expect((settings?.y ?? 0) + (settings?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
  }).toPass()
})

test('the settings of a block do not cover the line that is typed', async ({ page, request }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const code = Array.from({ length: 60 }, (_, at) => `const line${at} = ${at}`).join('\n')
  await openLesson(page, request, `<p>Начало</p><pre><code>${code}</code></pre>`)
  const covered = () =>
    page.evaluate(() => {
      const strip = document.querySelector('[role="group"][aria-label="Код"]')?.getBoundingClientRect()
      const caret = getSelection()?.getRangeAt(0).getBoundingClientRect()
      return strip && caret ? caret.bottom > strip.top && caret.top < strip.bottom : null
    })
  // a click right above the buttons of the form, where the settings are shown then
  const buttons = await page.locator('[data-form-bar]').boundingBox()
  await page.mouse.click(120, (buttons?.y ?? 0) - 30)
  await expect(bar(page, 'Код')).toBeVisible()
  await expect.poll(covered).toBe(false)
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(covered).toBe(false)
  for (let step = 0; step < 6; step += 1) await type(page, '\nconst')
  await expect.poll(covered).toBe(false)
})

test('the buttons of a form are as high after the first letter as before', async ({ page, request }) => {
  await openLesson(page, request)
  let checked = Promise.withResolvers<void>()
  await page.route('**/api/drafts/**', async (route) => {
    if (route.request().method() === 'PUT') await checked.promise
    await route.continue()
  })
  for (const size of [
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ]) {
    checked = Promise.withResolvers()
    await page.setViewportSize(size)
    const buttons = page.locator('[data-form-bar]')
    const height = (await buttons.boundingBox())?.height
    for (const state of ['Сохраняем…', 'Пока это видите только вы']) {
      await type(page, 'а')
      await expect(buttons.getByText(state)).toBeVisible()
      expect((await buttons.boundingBox())?.height).toBe(height)
      checked.resolve()
    }
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Backspace')
    await expect(buttons.getByRole('status')).toHaveCount(0)
  }
})
