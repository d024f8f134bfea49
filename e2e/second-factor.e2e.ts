import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a student turns the code on, signs in with it, and turns it off', async ({ page }) => {
  const { email, token } = await newPerson('student')
  await openAs(page, token, '/profile')
  await page.getByRole('button', { name: 'Включить вход с кодом' }).click()
  const dialog = page.getByRole('dialog', { name: 'Вход с кодом' })
  await dialog.getByLabel('Ваш пароль').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Дальше' }).click()
  await expect(dialog.getByRole('img', { name: 'QR-код' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Код из приложения').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Включить' }).click()
  const saved = page.getByRole('dialog', { name: 'Сохраните запасные коды' })
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  await saved.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByText('Осталось: 10 запасных кодов')).toBeVisible()

  await openAs(page, null, '/login')
  await page.getByLabel('Почта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.getByLabel('Код из приложения').fill('000000')
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByText('Код не подошёл')).toBeVisible()
  await page.getByLabel('Код из приложения').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/profile')
  const access = page.getByRole('region', { name: 'Вход и устройства' })
  await expect(access.getByText('Это устройство')).toBeVisible()
  await access.getByRole('button', { name: 'Завершить остальные сеансы' }).click()
  await expect(access.getByRole('button', { name: 'Завершить остальные сеансы' })).toBeHidden()
  await access.getByRole('button', { name: 'Выключить вход с кодом' }).click()
  const off = page.getByRole('dialog', { name: 'Выключить вход с кодом' })
  await off.getByLabel('Ваш пароль').fill(demoPassword)
  await off.getByRole('button', { name: 'Выключить' }).click()
  await expect(access.getByRole('button', { name: 'Включить вход с кодом' })).toBeVisible()
})

test('a student adds a passkey and signs in with it', async ({ page }) => {
  // browsers make no passkeys for IP addresses
  const site = `http://localhost:${process.env.E2E_PORT}`
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  })
  const { email } = await newPerson('student')
  const enter = async () => {
    await page.getByLabel('Почта').fill(email)
    await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Войти', exact: true }).click()
  }
  await page.goto(`${site}/login`)
  await enter()
  await expect(page).toHaveURL(`${site}/`)
  await page.goto(`${site}/profile`)
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый ключ доступа' })
  await dialog.getByLabel('Название').fill('Ноутбук')
  await dialog.getByLabel('Ваш пароль').fill(demoPassword)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  const saved = page.getByRole('dialog', { name: 'Сохраните запасные коды' })
  await saved.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByText('Ключ доступа «Ноутбук»')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${site}/login`)
  await enter()
  await page.getByRole('button', { name: 'Войти с ключом доступа' }).click()
  await expect(page).toHaveURL(`${site}/`)
  await page.goto(`${site}/profile`)
  await page.getByRole('button', { name: 'Удалить ключ доступа: Ноутбук' }).click()
  const removal = page.getByRole('dialog', { name: 'Удалить ключ «Ноутбук»' })
  await removal.getByLabel('Ваш пароль').fill(demoPassword)
  await removal.getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByText('Ключ доступа «Ноутбук»')).toBeHidden()
})
