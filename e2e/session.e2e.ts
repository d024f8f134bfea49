import type { Page } from '@playwright/test'
import { demoToken, expect, newPerson, openAs, test, touch } from './school.ts'
import { violations } from './violations.ts'

/** Records at every frame whether something that only guests see is there. */
const watchForGuests = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seenOfGuests: seen })
    const look = () => {
      for (const selector of ['header a[href="/login"]', 'header a[href="/registration"]', '[data-notice]']) {
        for (const element of document.querySelectorAll(selector)) if (element.checkVisibility()) seen.add(selector)
      }
      requestAnimationFrame(look)
    }
    look()
  })

const seenOfGuests = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { seenOfGuests: Set<string> }).seenOfGuests])

const refuseUser = (page: Page, status: number, body = '<html>nginx</html>') =>
  page.route('**/api/auth/user', (route) => route.fulfill({ status, contentType: 'text/html', body }))

for (const path of ['/', '/profile', '/projects', '/nowhere', '/projects/999999', '/login']) {
  test(`${path}: nothing for guests is shown while a signed-in person is loaded slowly`, async ({ page }) => {
    const token = await demoToken('student')
    await watchForGuests(page)
    await page.route('**/api/auth/user', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3000))
      await route.continue()
    })
    await openAs(page, token, path)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Профиль' })).toBeVisible({ timeout: 20_000 })
    expect(await seenOfGuests(page)).toEqual([])
  })
}

const refusals = [
  [403, 'Недостаточно прав'],
  [404, 'Не найдено'],
  [429, 'Слишком часто'],
  [500, 'Что-то сломалось'],
  [503, 'Сервер запускается'],
] as const

for (const [status, title] of refusals) {
  test(`a user call that returns ${status} is reported, and nobody is signed out`, async ({ page }) => {
    const { token } = await newPerson('student')
    await watchForGuests(page)
    await refuseUser(page, status)
    await page.clock.install()
    for (const path of ['/', '/profile']) {
      await openAs(page, token, path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    await openAs(page, token, '/projects')
    await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
    await expect(page.getByText('Нет сети')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(token)
    // long enough for the notice about cookies
    await page.clock.runFor(2500)
    expect(await seenOfGuests(page)).toEqual([])

    await page.unroute('**/api/auth/user')
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Уведомления/ })).toBeVisible()
    // a known user stays on their own page
    await refuseUser(page, status)
    await page.getByRole('link', { name: 'Профиль' }).click()
    await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Практика' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Мария/ })).toBeVisible()
  })
}

test('the cookie notice counts from the page’s load, however late the app begins', async ({ page }) => {
  await page.addInitScript(() => {
    const times: Record<string, number> = {}
    Object.assign(window, { times })
    new MutationObserver(() => {
      if (document.querySelector('footer') && !document.querySelector('[data-guests]')) times.app ??= performance.now()
      if (document.querySelector('[data-notice]')) times.notice ??= performance.now()
    }).observe(document, { childList: true, subtree: true })
  })
  // its bundles are delayed, not the script that requests them, which the load waits for
  await page.route('**/build/assets/*.js', async (route) => {
    await page.waitForFunction(() => {
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return (entry?.loadEventEnd ?? 0) > 0 && performance.now() - (entry?.loadEventEnd ?? 0) > 2500
    })
    await route.continue()
  })
  await openAs(page, null, '/')
  await touch(page)
  // the app has drawn over the served page
  await expect(page.locator('[data-cookies]')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Окей' })).toBeVisible()
  const { app = 0, notice = 0 } = await page.evaluate(
    () => (window as unknown as { times: Record<string, number> }).times,
  )
  expect(notice - app).toBeLessThan(1000)
})

test('what is still being loaded at the sign-out does not ask to sign in again', async ({ page }) => {
  const { token } = await newPerson('student')
  const over = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  // it reaches the server once the session is over, and is refused before the page knows that it is
  await page.route('**/api/users/*/certificates', async (route) => {
    await over.promise
    await route.continue()
  })
  await page.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    over.resolve()
    await refused.promise
    await route.fulfill({ response })
  })
  await openAs(page, token, '/profile')
  const answer = page.waitForResponse(/certificates$/)
  await page.getByRole('button', { name: 'Выйти' }).click()
  expect((await answer).status()).toBe(401)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  refused.resolve()
  await expect(page.getByRole('link', { name: 'Вход' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the letter for a new password can be asked for again, at another address as well', async ({ page }) => {
  await openAs(page, null, '/forgot-password')
  const address = page.getByLabel('Почта')
  await address.fill((await newPerson('student')).email)
  await page.getByRole('button', { name: 'Прислать ссылку' }).click()
  await page.getByRole('button', { name: 'Отправить ещё раз' }).click()
  await expect(page.getByText('Отправили ещё раз.')).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Другой адрес' }).click()
  await expect(address).toBeVisible()
})

test('a cut off link for a new password is called incomplete, and leads to a new one', async ({ page }) => {
  await openAs(page, null, '/reset-password/abc')
  await expect(page.getByText('Ссылка неполная или старая')).toBeVisible()
  const checks: string[] = []
  page.on('request', (request) => request.url().includes('/api/auth/reset-password') && checks.push(request.url()))
  await page.goto(`/reset-password/${'a'.repeat(43)}?email=a@b.ru`)
  await expect(page.getByText('Ссылка устарела или уже использована')).toBeVisible()
  // the page does not repeat what it was refused while it loaded
  expect(checks).toHaveLength(1)
  await page.getByRole('link', { name: 'Запросить новую ссылку' }).click()
  await expect(page).toHaveURL(/\/forgot-password/)
})

test('a browser that keeps nothing shows the site, and lets somebody sign in until the page is loaded again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('The storage is closed.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
  })
  const failures: Error[] = []
  page.on('pageerror', (failure) => failures.push(failure))
  await page.goto('/projects')
  await page.getByRole('searchbox', { name: 'Название, описание или автор' }).fill('трамвай')
  await expect(page).toHaveURL(/search=/)
  await page.goto('/login')
  const form = page.getByRole('main').locator('form')
  await form.getByLabel('Почта или логин').fill('student@demo.example')
  await form.getByLabel('Пароль', { exact: true }).fill('demo-password')
  await form.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Профиль' })).toBeVisible()
  expect(failures).toEqual([])
})
