import sharp from 'sharp'
import { demoToken, expect, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

const clear = { r: 0, g: 0, b: 0, alpha: 0 }
/** A dark sign within transparent margins, as schools have it. */
const sign = () =>
  sharp({ create: { width: 400, height: 160, channels: 4, background: '#12161d' } })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: clear })
    .png()
    .toBuffer()

test('a curator uploads the logo of the school, which guests see at once, removes, takes that back and removes again', async ({
  page,
  browser,
}) => {
  await openAs(page, await demoToken('curator'), '/settings')
  const logo = page.getByRole('group', { name: 'Логотип' })
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await logo.getByRole('button', { name: /логотип/ }).press('Enter')
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  const own = page.getByRole('banner').locator('img[src^="/logos/"]')

  await choose('знак.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(page.getByText('Неверное расширение файла')).toBeVisible()
  await choose(
    'точка.png',
    'image/png',
    await sharp({ create: { width: 20, height: 20, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  )
  await expect(page.getByText(/Картинка слишком маленькая/)).toBeVisible()
  await expect(own).toHaveCount(0)

  await choose('знак.png', 'image/png', await sign())
  await expect(page.getByText('Логотип загружен')).toBeVisible()
  await expect(own).toHaveJSProperty('naturalWidth', 240)
  await expect(logo.locator('figure')).toHaveText(['На светлом', 'На тёмном', 'Значок'])
  expect(await violations(page)).toEqual([])

  // on a phone, before any script
  const phone = await browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 375, height: 812 },
    javaScriptEnabled: false,
  })
  const guest = await phone.newPage()
  await guest.goto('/projects')
  await expect(guest.getByRole('banner').locator('img')).toHaveJSProperty('complete', true)
  await expect(guest.getByRole('banner').getByRole('link', { name: 'Практика' })).toBeVisible()
  await expect(guest.locator('link[rel=icon]')).toHaveAttribute('href', /^\/logos\/.*-64\.png$/)
  await expect.poll(() => guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await phone.close()

  await logo.getByRole('button', { name: 'Убрать' }).click()
  await expect(page.getByText('Логотип убран')).toBeVisible()
  await expect(own).toHaveCount(0)
  await expect(logo.getByRole('button', { name: 'Загрузить логотип' })).toBeFocused()
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await expect(own).toHaveCount(1)
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await logo.getByRole('button', { name: 'Убрать' }).click()
  expect((await removed).status()).toBe(200)
  await expect(own).toHaveCount(0)
  await settled(page)
})
