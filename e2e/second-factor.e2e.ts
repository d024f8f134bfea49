import type { APIRequestContext, Page } from '@playwright/test'
import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { addAuthenticator, fillPasskey } from './passkeys.ts'
import { callApi, expect, newPerson, openAs, type Person, test, tokenOfLongAgo } from './school.ts'
import { violations } from './violations.ts'

// Each story of its own: a password is slow to check on purpose, and they check it again and again.

/** Somebody who signs in with a code. */
const newPersonWithCode = async (request: APIRequestContext) => {
  const person = await newPerson('student')
  const path = `/api/users/${person.id}/totp`
  const { token } = person
  const { secret } = await callApi(request, 'POST', path, { token, body: { password: demoPassword } })
  const { recovery_codes } = await callApi(request, 'PUT', path, { token, body: { code: codeOf(secret) } })
  return { ...person, secret: secret as string, recoveryCodes: recovery_codes as string[] }
}

test('a student turns the code on, and signs in with it', async ({ page }) => {
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
})

test('a student ends other sessions, replaces the recovery codes, and turns the code off', async ({
  page,
  request,
}) => {
  const person = await newPersonWithCode(request)
  // the session of another device
  await tokenOfLongAgo(person)
  await openAs(page, person.token, '/profile')
  const saved = page.getByRole('dialog', { name: 'Сохраните запасные коды' })
  const access = page.getByRole('region', { name: 'Вход и устройства' })
  await expect(access.getByText('Это устройство')).toBeVisible()
  await access.getByRole('button', { name: 'Завершить остальные сеансы' }).click()
  await expect(access.getByRole('button', { name: 'Завершить остальные сеансы' })).toBeHidden()
  await access.getByRole('button', { name: 'Новые запасные коды' }).click()
  const renewal = page.getByRole('dialog', { name: 'Новые запасные коды' })
  await renewal.getByLabel('Ваш пароль').fill(demoPassword)
  await renewal.getByRole('button', { name: 'Заменить коды' }).click()
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  await saved.getByRole('button', { name: 'Готово' }).click()
  await access.getByRole('button', { name: 'Выключить вход с кодом' }).click()
  const off = page.getByRole('dialog', { name: 'Выключить вход с кодом' })
  await off.getByLabel('Ваш пароль').fill(demoPassword)
  await off.getByRole('button', { name: 'Выключить' }).click()
  await expect(access.getByRole('button', { name: 'Включить вход с кодом' })).toBeVisible()
})

test('a code is asked for with the password before an important act, long after the sign-in', async ({
  page,
  request,
}) => {
  const person = await newPersonWithCode(request)
  await openAs(page, await tokenOfLongAgo(person), '/profile')
  const access = page.getByRole('region', { name: 'Вход и устройства' })
  await access.getByRole('button', { name: 'Новые запасные коды' }).click()
  const renewal = page.getByRole('dialog', { name: 'Новые запасные коды' })
  await renewal.getByLabel('Ваш пароль').fill(demoPassword)
  await renewal.getByRole('button', { name: 'Заменить коды' }).click()
  // the form has sent the password already
  const again = page.getByRole('dialog', { name: 'Введите пароль' })
  await expect(again.getByLabel('Код из приложения')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await again.getByLabel('Код из приложения').fill('000000')
  await again.getByRole('button', { name: 'Продолжить' }).click()
  await expect(again.getByText('Код не подошёл')).toBeVisible()
  await again.getByLabel('Код из приложения').fill(person.recoveryCodes[0] as string)
  await again.getByRole('button', { name: 'Продолжить' }).click()
  const saved = page.getByRole('dialog', { name: 'Сохраните запасные коды' })
  await expect(saved.getByRole('listitem')).toHaveCount(10)
  await saved.getByRole('button', { name: 'Готово' }).click()

  await openAs(page, await tokenOfLongAgo(person), '/profile')
  await access.getByRole('button', { name: 'Завершить остальные сеансы' }).click()
  await again.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await again.getByRole('button', { name: 'Продолжить' }).click()
  await again.getByLabel('Код из приложения').fill(codeOf(person.secret))
  await again.getByRole('button', { name: 'Продолжить' }).click()
  await expect(access.getByRole('button', { name: 'Завершить остальные сеансы' })).toBeHidden()
})

// browsers make no passkeys for IP addresses
const site = `http://localhost:${process.env.E2E_PORT}`

/** Opens the own profile by the site's name on a device with an authenticator, and adds a passkey «Ноутбук». */
const openWithPasskey = async (page: Page, { token }: Person) => {
  await addAuthenticator(page)
  await page.goto(site)
  await page.evaluate((given) => localStorage.setItem('access_token', given), token)
  await page.goto(`${site}/profile`)
  await (await fillPasskey(page)).getByRole('button', { name: 'Добавить' }).click()
  await page.getByRole('dialog', { name: 'Сохраните запасные коды' }).getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByText('Ключ доступа «Ноутбук»')).toBeVisible()
}

test('a student adds a passkey and signs in with it', async ({ page }) => {
  await addAuthenticator(page)
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
  const dialog = await fillPasskey(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  const saved = page.getByRole('dialog', { name: 'Сохраните запасные коды' })
  await saved.getByRole('button', { name: 'Готово' }).press('Enter')
  await expect(page.getByText('Ключ доступа «Ноутбук»')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Добавить ключ доступа' })).toBeFocused()

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${site}/login`)
  await enter()
  await page.getByRole('button', { name: 'Войти с ключом доступа' }).click()
  await expect(page).toHaveURL(`${site}/`)
  await page.goto(`${site}/profile`)
  await page.getByRole('button', { name: 'Удалить ключ доступа: Ноутбук' }).click()
  const removal = page.getByRole('dialog', { name: 'Удалить ключ «Ноутбук»' })
  await expect(removal.getByText('Для входа хватит пароля')).toBeVisible()
  await removal.getByLabel('Ваш пароль').fill(demoPassword)
  await removal.getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByText('Ключ доступа «Ноутбук»')).toBeHidden()
})

test('a student with a passkey turns the code on and off, and the recovery codes stay', async ({ page }) => {
  await openWithPasskey(page, await newPerson('student'))
  await page.getByRole('button', { name: 'Включить вход с кодом' }).click()
  const code = page.getByRole('dialog', { name: 'Вход с кодом' })
  await code.getByLabel('Ваш пароль').fill(demoPassword)
  await code.getByRole('button', { name: 'Дальше' }).click()
  const secret = ((await code.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await code.getByLabel('Код из приложения').fill(codeOf(secret))
  await code.getByRole('button', { name: 'Включить' }).click()
  await expect(page.getByText('Запасные коды прежние')).toBeVisible()
  await page.getByRole('button', { name: 'Выключить вход с кодом' }).click()
  const off = page.getByRole('dialog', { name: 'Выключить вход с кодом' })
  await expect(off.getByText('вход подтвердит ключ доступа. Запасные коды останутся.')).toBeVisible()
  await off.getByLabel('Ваш пароль').fill(demoPassword)
  await off.getByRole('button', { name: 'Выключить' }).click()
  await expect(page.getByRole('button', { name: 'Включить вход с кодом' })).toBeVisible()
})

test('who needs no second factor any more is in, though the passkey was refused', async ({ page, request }) => {
  const person = await newPerson('student')
  const { id, email, token } = person
  await openWithPasskey(page, person)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${site}/login`)
  await page.getByLabel('Почта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  const path = `/api/users/${id}/passkeys`
  const { passkeys } = await callApi(request, 'GET', path, { token })
  await page.route('**/api/auth/login', async (route) => {
    if (!route.request().postDataJSON().passkey) return route.fallback()
    // the key is removed on another device while this one is refused
    await callApi(request, 'DELETE', `${path}/${passkeys[0].id}`, { token, body: { password: demoPassword } })
    const refusal = { status: 422, detail: 'Ключ не подошёл', errors: { passkey: ['Ключ не подошёл'] } }
    await route.fulfill({ status: 422, contentType: 'application/problem+json', json: refusal })
  })
  await page.getByRole('button', { name: 'Войти с ключом доступа' }).click()
  await expect(page).toHaveURL(`${site}/`)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Моё меню' })).toBeVisible()
})

test('who signs in after somebody who lacks a second factor is not asked for theirs', async ({ page }) => {
  const [curator, teacher] = [await newPerson('curator'), await newPerson('teacher')]
  await page.route('**/api/auth/user', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    if (response.status() !== 200) return route.fulfill({ response })
    const { user } = await response.json()
    await route.fulfill({ response, json: { user: { ...user, lacks_second_factor: user.id === curator.id } } })
  })
  await openAs(page, curator.token, '/login')
  const needed = page.getByRole('heading', { name: 'Настройте вход с кодом' })
  await expect(needed).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Моё меню' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.getByRole('link', { name: 'Вход' }).first().click()
  await page.getByLabel('Почта').fill(teacher.email)
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Моё меню' })).toBeVisible()
  await expect(needed).toBeHidden()
})

test('somebody who opens the site by an IP address reads where passkeys work', async ({ page }) => {
  await addAuthenticator(page)
  const { token } = await newPerson('student')
  await openAs(page, token, '/profile')
  const dialog = await fillPasskey(page)
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await expect(page.getByText('Откройте сайт по его имени, а не по IP-адресу')).toBeVisible()
})
