import { callApi, demoToken, enterAs, expect, newPerson, openAs, settled, test } from './school.ts'

const guestOnly = [
  ['/login', 'Вход'],
  ['/registration', 'Регистрация'],
  ['/forgot-password', 'Новый пароль'],
] as const

const forUsers = [
  '/profile',
  '/projects/create',
  '/courses',
  '/courses/1',
  '/lessons/1',
  '/tasks',
  '/calendar',
  '/users',
]

const open = [
  ['/', 'Практика — Главная'],
  ['/organisation', 'Практика — Сведения об образовательной организации'],
  ['/organisation/page1', 'Практика — Основные сведения'],
  ['/organisation/page14', 'Практика — Образовательные стандарты и требования'],
  ['/sveden/common', 'Практика — Основные сведения'],
  ['/documents/cookies', 'Практика — Файлы cookie'],
  ['/projects', 'Практика — Проекты'],
] as const

for (const [path, title] of open) {
  test(`${path} is open to everybody`, async ({ page }) => {
    await openAs(page, null, path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('meta[name=keywords]')).toHaveAttribute('content', '')
    // the text that search engines show below the title
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\S{2,} \S{2,}/)
  })
}

for (const [path, title] of guestOnly) {
  test(`${path} is for guests`, async ({ page }) => {
    await openAs(page, null, path)
    await expect(page).toHaveTitle(`Практика — ${title}`)
    for (const name of ['keywords', 'description']) {
      await expect(page.locator(`meta[name=${name}]`)).toHaveAttribute('content', '')
    }
    await openAs(page, await demoToken('student'), path)
    await expect(page).toHaveURL('/')
  })
}

test('a guest on a page for users gets to the main page', async ({ page }) => {
  for (const path of forUsers) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/')
  }
})

// those of other pages are in e2e/accessibility.e2e.ts
const titles = [
  ['student', '/users/2', 'Практика — Вера Лосева'],
  ['teacher', '/lessons/1/edit', 'Практика — Редактирование урока'],
] as const

for (const [role, path, title] of titles) {
  test(`${path} as ${role} has the title «${title}»`, async ({ page }) => {
    await openAs(page, await demoToken(role), path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })
}

test('any other path is the 404 page, with that status', async ({ page }) => {
  for (const path of ['/nope', '/courses/abc', '/organisation/page15', '/a/b/c']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page).toHaveTitle('Практика — Ошибка 404')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})

test('the 404 page has its header for users, in every section', async ({ page }) => {
  await enterAs(page, await demoToken('student'))
  for (const path of ['/nope', '/organisation/page15', '/sveden/nope', '/organisation/page1/x']) {
    await page.goto(path)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Профиль' }), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Ошибка 404' })).toBeVisible()
  }
})

test('an address without a page shows it once, without scripts and with them', async ({ browser, baseURL }) => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) })
    const page = await context.newPage()
    const usual = 'Такой страницы нет. Возможно, её перенесли или в адресе опечатка.'
    for (const [path, text] of [
      ['/nope', usual],
      ['/projects/999999999', usual],
      ['/users/999999999', usual],
      [
        '/certificates/7HQ3-VD8N',
        'Сертификата с таким номером нет. Сверьте номер знак за знаком: возможно, в адресе опечатка.',
      ],
    ] as const) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      if (javaScriptEnabled) await settled(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Ошибка 404' })).toBeVisible()
      // it waits in the document for signed-in users, who may see what guests may not
      const spinner = page.locator('.boot-spinner')
      await expect(spinner).toBeHidden()
      await expect(spinner).toHaveCount(path === '/nope' ? 0 : 1)
      await expect(page.getByRole('main')).toHaveText(`Ошибка 404${text}На главную`)
      await expect(page).toHaveTitle(/ — Ошибка 404$/)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Вход' })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    await context.close()
  }
})

test('a change of the query is a navigation: it loads the user and begins at the top', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await openAs(page, await demoToken('curator'), '/users')
  // not the one of a list that loads
  const count = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /человек/ })
  await expect(count).toBeVisible()
  const far = async () => {
    // a navigation scrolls to the top once its page is drawn
    await settled(page)
    await page.evaluate(() => scrollTo(0, 130))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(130)
  }
  const loaded = () => page.waitForRequest('**/api/auth/user')
  const top = () => expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const everybody = await count.textContent()
  await far()
  let load = loaded()
  await page.getByLabel('Роль').selectOption('student')
  await load
  await expect(page).toHaveURL('/users?role=student')
  await expect(count).not.toHaveText(String(everybody))
  await top()
  expect(await page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(800)

  await far()
  load = loaded()
  const field = page.getByRole('searchbox')
  await field.pressSequentially('а')
  await load
  await top()
  await expect(field).toBeFocused()
  await field.pressSequentially('н')
  await expect(page).toHaveURL(/search=%D0%B0%D0%BD/)
  await expect(field).toHaveValue('ан')

  load = loaded()
  await page.getByRole('link', { name: 'Студенты', exact: true }).dispatchEvent('click')
  await load
  await expect(page).toHaveURL('/users?tab=students')
  await expect(page.getByRole('listitem').nth(10)).toBeVisible()
  await far()
  load = loaded()
  await page.goBack()
  await load
  await top()
})

test('organisation pages hide the header and are complete without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  for (let number = 1; number <= 14; number += 1) {
    const response = await page.goto(`/organisation/page${number}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.boot-spinner')).toHaveCount(0)
    await expect(page.locator('main')).toContainText(/.{200}/s)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(page.getByRole('navigation').locator('[aria-current="page"]:visible')).toHaveCount(1)
  }
  await context.close()
})

test('the spinner is there before any script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.getByRole('status', { name: 'Загрузка' })).toBeVisible()
  await expect(page.locator('noscript p')).toHaveText(/^Эта страница не открывается без JavaScript/)
  await expect(page.locator('noscript p')).toBeInViewport()
  await context.close()
})

test('the user is loaded before every navigation; the view is created again and begins at its top', async ({
  page,
}) => {
  await openAs(page, await demoToken('student'), '/courses/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Основы вёрстки' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-old', ''))
  const load = page.waitForRequest('**/api/auth/user')
  await page.getByRole('button', { name: 'Список курсов' }).hover()
  await page.getByRole('button', { name: 'Список курсов' }).click()
  await page.getByRole('menuitem', { name: 'Рассказ через данные' }).click()
  await load
  await expect(page).toHaveURL('/courses/2')
  await expect(page.getByRole('heading', { level: 1, name: 'Рассказ через данные' })).toBeVisible()
  await expect(page.locator('[data-old]')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('bundles are loaded lazily from /build/', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await openAs(page, null, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts.every((path) => path.startsWith('/build/'))).toBe(true)
  expect(scripts.some((path) => /registration/.test(path))).toBe(false)
  await page.getByRole('navigation').getByRole('link', { name: 'Регистрация' }).click()
  await expect(page).toHaveTitle('Практика — Регистрация')
  expect(scripts.some((path) => /registration/.test(path))).toBe(true)
})

test('who is signed in is sent again only after a change', async ({ page, request }) => {
  const student = await newPerson('student', 'Нина', 'Котова')
  await openAs(page, student.token, '/')
  const visit = async (name: string) => {
    const loaded = page.waitForResponse('**/api/auth/user')
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    return loaded
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Профиль' })).toBeVisible()
  expect((await visit('Профиль')).status()).toBe(304)
  expect((await visit('Практика')).status()).toBe(304)
  await callApi(request, 'PUT', `/api/users/${student.id}`, {
    token: student.token,
    body: { name: 'Ника', surname: 'Котова', email: student.email },
  })
  expect(await (await visit('Профиль')).json()).toMatchObject({ user: { name: 'Ника' } })
  expect((await visit('Практика')).status()).toBe(304)
  await expect(page.getByRole('link', { name: 'Профиль' })).toBeVisible()
})
