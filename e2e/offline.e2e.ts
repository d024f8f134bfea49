import { demoToken, expect, openAs, settled, test } from './school.ts'

// what an earlier story has loaded would still be there without a network
test.use({ emptyCache: true })

test('without a network the page around a link stays, and finds its styles again', async ({ page }) => {
  await openAs(page, await demoToken('student'), '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Профиль' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Нет сети' })).toBeVisible()
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Илья Соколов' })).toBeVisible()
  const header = page.getByRole('main').locator('header')
  await expect(header).toHaveCSS('display', 'flex')
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(page.getByRole('dialog', { name: 'Уведомления' })).toBeVisible()
})

test('without a network the browser asks in place of the dialog', async ({ page }) => {
  await openAs(page, await demoToken('teacher'), '/lessons/1/edit')
  const remove = page.getByRole('button', { name: 'Удалить урок' })
  // with an empty cache the editor comes last
  await settled(page)
  await expect(page.getByRole('textbox', { name: 'Текст урока' })).toBeVisible()
  await page.context().setOffline(true)
  const asked = page.waitForEvent('dialog')
  // the click ends only when the question is answered
  const click = remove.click()
  const dialog = await asked
  expect(dialog.message()).toContain('Удалить урок «')
  await dialog.dismiss()
  await click
  await expect(page.getByRole('textbox', { name: 'Название', exact: true })).toBeVisible()
})

test('a dialog that fails to load without a network leaves the page unchanged', async ({ page }) => {
  await openAs(page, await demoToken('student'), '/profile')
  const change = page.getByRole('button', { name: 'Сменить пароль' })
  await expect(change).toBeVisible()
  // its other parts are there, too, and do not fail to load beside the dialog
  await settled(page)
  await page.context().setOffline(true)
  await change.click()
  await expect(page.getByText('Нет сети').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Илья Соколов' })).toBeVisible()
  await page.getByRole('button', { name: 'Изменить профиль' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Нет сети' })).toBeVisible()

  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByLabel('О себе')).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).click()
  await change.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a refused form scrolls to its first error', async ({ page }) => {
  await openAs(page, await demoToken('teacher'), '/courses/create')
  await page.getByRole('button', { name: 'Создать курс' }).click()
  const name = page.getByLabel('Название')
  await expect(name).toBeFocused()
  await expect.poll(() => name.evaluate((field) => field.getBoundingClientRect().top)).toBeGreaterThan(64)
})
