import { type People, startProvider } from '#server/identities/provider.fixture.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { expect, test } from './school.ts'
import { violations } from './violations.ts'

const people: People = {
  masha: { email: 'masha@school.example', email_verified: true, given_name: 'Мария', family_name: 'Входова' },
}
let site: OwnSite
let provider: Awaited<ReturnType<typeof startProvider>>

test.beforeAll(async () => {
  test.setTimeout(150_000)
  const port = await freePort()
  provider = await startProvider(`http://127.0.0.1:${port}`, people)
  site = await startOwnSite({ ...provider.env, PORT: String(port), OIDC_NAME: 'Школьный ключ' })
})
test.afterAll(async () => {
  await site?.stop()
  await provider?.stop()
})

test('somebody signs in by the school’s provider, opens an account, sees how they sign in, and signs out on both sides', async ({
  page,
}) => {
  // the provider's own pages ask for fonts of another host
  await page.route(/googleapis/, (route) => route.abort())
  await page.goto(`${site.url}/login`)
  const button = page.getByRole('button', { name: 'Войти через Школьный ключ' })
  await expect(button).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button.click()

  await page.getByPlaceholder('Enter any login').fill('masha')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Вы здесь впервые' })).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/login`)
  await expect(page.getByLabel('Фамилия')).toHaveValue('Входова')
  expect(await violations(page)).toEqual([])
  await page.getByLabel(/Даю согласие/).check()
  await page.getByRole('button', { name: 'Открыть учётную запись' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page
    .getByRole('link', { name: /Профиль/ })
    .first()
    .click()
  await expect(page.getByText('Вход через Школьный ключ')).toBeVisible()

  // the provider asks before it ends its own session, and sends the browser back
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.goto(`${site.url}/login`)
  await button.click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})

test('an answer that this tab has not asked for opens nothing, and the password still does', async ({ page }) => {
  await page.goto(`${site.url}/login?state=gone&code=gone`)
  await expect(page.getByRole('heading', { name: 'Войти не получилось' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Этот вход уже закончен')
  await page.getByRole('button', { name: 'Войти с паролем' }).click()
  await expect(page.getByLabel('Пароль', { exact: true })).toBeVisible()
})
