import type { Page, Route } from '@playwright/test'
import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { type People, startProvider } from '#server/identities/provider.fixture.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { addAuthenticator, fillPasskey } from './passkeys.ts'
import { callApi, expect, test } from './school.ts'
import { violations } from './violations.ts'

const people: People = {
  masha: { email: 'masha@school.example', email_verified: true, given_name: 'Мария', family_name: 'Входова' },
  teacher: { email: 'teacher@demo.example', email_verified: true, given_name: 'Пётр', family_name: 'Учитель' },
  student: { email: 'student@demo.example', email_verified: true, given_name: 'Студент', family_name: 'Школы' },
}
let site: OwnSite
let provider: Awaited<ReturnType<typeof startProvider>>
/** By a name: browsers make no passkeys for IP addresses. */
let home: string

test.beforeAll(async () => {
  test.setTimeout(150_000)
  const port = await freePort()
  home = `http://localhost:${port}`
  provider = await startProvider(home, people)
  site = await startOwnSite({ ...provider.env, PORT: String(port), PUBLIC_URL: home, OIDC_NAME: 'Школьный ключ' })
})
test.afterAll(async () => {
  await site?.stop()
  await provider?.stop()
})
// each is somebody else, on a site whose storage outlives a story otherwise
test.use({ emptyCache: true })
// the provider's own pages ask for fonts of another host
test.beforeEach(({ page }) => page.route(/googleapis/, (route) => route.abort()))

const button = (page: Page) => page.getByRole('button', { name: 'Войти через Школьный ключ' })

/** From the site's button through the provider's pages and back. */
const passProvider = async (page: Page, login: string) => {
  await button(page).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('somebody signs in by the school’s provider, opens an account, sees how they sign in, and signs out on both sides', async ({
  page,
}) => {
  await page.goto(`${home}/login`)
  await expect(button(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await passProvider(page, 'masha')

  await expect(page.getByRole('heading', { name: 'Вы здесь впервые' })).toBeVisible()
  await expect(page).toHaveURL(`${home}/login`)
  await expect(page.getByLabel('Фамилия')).toHaveValue('Входова')
  expect(await violations(page)).toEqual([])
  await page.getByLabel(/Даю согласие/).check()
  await page.getByRole('button', { name: 'Открыть учётную запись' }).click()
  await expect(page).toHaveURL(`${home}/`)
  await page
    .getByRole('link', { name: /Профиль/ })
    .first()
    .click()
  await expect(page.getByText('Вход через Школьный ключ')).toBeVisible()

  // the provider asks before it ends its own session, and sends the browser back
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL(`${home}/`)
  await page.goto(`${home}/login`)
  await button(page).click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})

test('a user with a second factor is asked for its code after the provider, and gets to the page they wanted', async ({
  page,
  request,
}) => {
  const credentials = { email: 'teacher@demo.example', password: demoPassword }
  const { access_token: token, user } = await callApi(request, 'POST', `${home}/api/auth/login`, { body: credentials })
  const path = `${home}/api/users/${user.id}/totp`
  const { secret } = await callApi(request, 'POST', path, { token, body: { password: demoPassword } })
  await callApi(request, 'PUT', path, { token, body: { code: codeOf(secret) } })

  await page.goto(`${home}/profile`)
  await page.getByRole('link', { name: 'Войти', exact: true }).click()
  await passProvider(page, 'teacher')
  const heading = page.getByRole('heading', { name: 'Подтвердите вход' })
  await expect(heading).toBeVisible()
  await expect(page).toHaveURL(`${home}/login`)
  expect(await violations(page)).toEqual([])
  const code = page.getByLabel('Код из приложения')
  const enter = page.getByRole('button', { name: 'Войти', exact: true })
  await expect(code).toBeFocused()
  await enter.click()
  await expect(page.getByText('Введите код')).toBeVisible()
  await code.fill('000000')
  await enter.click()
  await expect(page.getByText('Код не подошёл')).toBeVisible()
  await code.fill(codeOf(secret, 1))
  await enter.click()
  await expect(page).toHaveURL(`${home}/profile`)
  await expect(page.getByText('Вход через Школьный ключ')).toBeVisible()
})

test('a passkey confirms a sign-in by the provider, too', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await page.goto(`${home}/login`)
  await page.getByRole('button', { name: /^Студент/ }).click()
  await expect(page).toHaveURL(`${home}/`)
  await page.goto(`${home}/profile`)
  const dialog = await fillPasskey(page)
  await dialog.getByRole('button', { name: 'Добавить' }).click()
  await page.getByRole('dialog', { name: 'Сохраните запасные коды' }).getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByText('Ключ доступа «Ноутбук»')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${home}/login`)
  await passProvider(page, 'student')
  const prove = page.getByRole('button', { name: 'Войти с ключом доступа' })
  // the device refuses, as when somebody else holds it; the next try is another question
  await authenticator.setRecognised(false)
  await prove.click()
  await expect(page.getByRole('alert')).toContainText('Устройство не подтвердило ключ доступа')
  await authenticator.setRecognised(true)
  // what is spoilt on its way is refused, and uses the question up
  const spoil = async (route: Route) => {
    const body = route.request().postDataJSON()
    body.passkey.response.signature = 'AAAA'
    await route.continue({ postData: JSON.stringify(body) })
  }
  await page.route('**/api/auth/provider/answer', spoil, { times: 1 })
  await prove.click()
  await expect(page.getByRole('alert')).toContainText('Ключ доступа не подошёл')
  await prove.click()
  await expect(page).toHaveURL(`${home}/`)
  await expect(page.getByRole('link', { name: /Профиль/ }).first()).toBeVisible()
})

test('an answer that this tab has not asked for opens nothing, and the password still does', async ({ page }) => {
  await page.goto(`${home}/login?state=gone&code=gone`)
  await expect(page.getByRole('heading', { name: 'Войти не получилось' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Этот вход уже закончен')
  await page.getByRole('button', { name: 'Войти с паролем' }).click()
  await expect(page.getByLabel('Пароль', { exact: true })).toBeVisible()
})
