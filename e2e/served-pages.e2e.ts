import type { Page } from '@playwright/test'
import { callApi, demoToken, expect, newCourse, newPerson, openAs, settled, stopClock, test, touch } from './school.ts'

/** The head of a page, as a search engine reads it. */
const headOf = (html: string) => ({
  canonical: /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1],
  picture: /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1],
  facts: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json as string),
  ),
})

test('the main page is complete for a guest without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.boot-spinner')).toBeHidden()
  for (const name of ['Набор открыт', 'Проекты студентов', 'Преподаватели', 'Как начать']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  await expect(page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link')).toHaveText([
    'Программы',
    'Проекты',
    'Об организации',
    'Вход',
    'Регистрация',
  ])
  await expect(page.getByRole('link', { name: 'Сведения об образовательной организации' })).toBeVisible()
  await page.getByRole('link', { name: 'Основы вёрстки' }).click()
  await expect(page).toHaveURL(/\/programs\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Основы вёрстки' })).toBeVisible()
  await expect(page.getByText('12\u00a0000\u00a0₽')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Программа' })).toBeVisible()
  await context.close()
})

test('every public page has the same header, with the courses that can be joined', async ({ page }) => {
  for (const path of ['/projects', '/login', '/programs/1', '/nope']) {
    await openAs(page, null, path)
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Программы' }).click()
    await expect(page).toHaveURL('/#courses')
    await expect(page.getByRole('heading', { level: 2, name: 'Набор открыт' })).toBeInViewport()
  }
  // also from the main page, and again from its top
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Программы' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Набор открыт' })).toBeInViewport()
})

test('each public page has its data for search engines and messengers', async ({ request, baseURL }) => {
  const kinds = { '/': 'Organization', '/organisation/page1': 'Organization', '/programs/1': 'Course' }
  for (const [path, kind] of Object.entries(kinds)) {
    const { canonical, picture, facts } = headOf(await (await request.get(path)).text())
    expect(new URL(canonical as string).pathname).toBe(path)
    expect(facts.map((thing) => thing['@type'])).toContain(kind)
    const drawn = await request.get(new URL(picture as string).pathname)
    expect([path, drawn.status(), drawn.headers()['content-type']]).toEqual([path, 200, 'image/png'])
  }
  const map = await (await request.get('/sitemap.xml')).text()
  expect(map).toContain('/programs/1</loc>')
  expect(await (await request.get('/robots.txt')).text()).toContain(`${new URL(baseURL as string).protocol}//`)
})

test('signed-in people never see the guests’ main page', async ({ page }) => {
  const token = await demoToken('student')
  // the app never loads: what is shown now is what would flash by
  await page.route('**/build/assets/*.js', (route) => route.abort())
  await openAs(page, token, '/')
  await expect(page.getByRole('status', { name: 'Загрузка' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await openAs(page, null, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Загрузка' })).toBeHidden()
  await page.unroute('**/build/assets/*.js')
  await openAs(page, token, '/')
  await expect(page.getByRole('heading', { level: 1, name: /Илья/ })).toBeVisible()
})

test('what the server has drawn stays until a signed-in reader’s own data are there', async ({ page }) => {
  // a slow network
  await page.route('**/api/projects?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('main [aria-label="Загрузка"]')) Object.assign(window, { wasTakenAway: true })
    }).observe(document, { childList: true, subtree: true })
  })
  await openAs(page, await demoToken('student'), '/projects')
  await expect(page.getByRole('link', { name: 'Новый проект' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(await page.evaluate(() => 'wasTakenAway' in window)).toBe(false)
})

test('data in the document are not requested again, and the policy allows its facts', async ({ page, problems }) => {
  for (const [path, call] of [
    ['/', '/api/home'],
    ['/programs/1', '/api/programs/'],
  ] as const) {
    const asked: string[] = []
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
    await openAs(page, null, path)
    await touch(page)
    // the app has drawn over the served page
    await expect(page.locator('[data-cookies]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    expect(asked.filter((address) => address.startsWith(call))).toEqual([])
  }
  expect(problems).toEqual([])
})

test('the app loads once a guest touches a complete page', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') loaded.push(new URL(sent.url()).pathname)
  })
  for (const path of ['/', '/organisation/page1', '/documents/privacy', '/nope']) {
    loaded.length = 0
    await page.goto(path)
    await settled(page)
    expect(loaded, path).toEqual(['/build/before-paint.js'])
    await touch(page)
    await expect(page.locator('[data-cookies]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('the notice about cookies works before the app has loaded', async ({ page }) => {
  await page.route('**/build/assets/*.js', (route) => route.abort())
  await stopClock(page)
  await openAs(page, null, '/')
  const accept = page.getByRole('button', { name: 'Окей' })
  await page.clock.runFor(1500)
  await expect(accept).toHaveCount(0)
  await page.clock.runFor(1000)
  await accept.click()
  await expect(accept).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookies_accepted'))).toBe('true')
})

test('pictures further down load when the reader comes near', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await openAs(page, null, '/')
  const last = page.locator('#root main img').last()
  await expect(last).toHaveAttribute('src', /^data:/)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toHaveAttribute('src', /^\/avatars\//)
})

/** The places of headings, pictures and fields, in whole pixels. */
const places = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return [...document.querySelectorAll('main :is(h1, h2, h3, img, input, select)')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.localName, ...[x, y + scrollY, width, height].map(Math.round)].join(' ')
    })
  })

test('nothing moves when the app draws over the served page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of ['/', '/projects', '/projects/1', '/tags/вёрстка', '/users/5', '/programs/1']) {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/build/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('footer')).toBeVisible()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].every(({ sheet }) => sheet),
    )
    // pictures further down load late, and their places are reserved until then
    const served = await places(page)
    await touch(page)
    release()
    await expect(page.locator('[data-cookies]')).toHaveCount(0)
    await expect.poll(() => places(page), { message: path }).toEqual(served)
    await page.unroute('**/build/assets/*.js')
  }
})

test('the head is updated from page to page', async ({ page }) => {
  await openAs(page, null, '/')
  await touch(page)
  // the app has drawn over the served page: from now on no whole page is loaded
  await expect(page.locator('[data-cookies]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Основы вёрстки' }).click()
  await expect(page).toHaveTitle('Практика — Основы вёрстки')
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', /\/programs\/1$/)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /раскладывать текст/)
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0)
})

test('a teacher announces a course, and a guest reads it', async ({ page, request }) => {
  const teacher = await newPerson('teacher', 'Павел', 'Громов')
  const course = await newCourse(request, teacher, { name: 'Курс с объявлением' })
  await openAs(page, teacher.token, `/courses/${course.id}/edit?view=admission`)
  await page.getByRole('switch', { name: 'Показывать всем как программу' }).check()
  await page.getByRole('switch', { name: 'Набор открыт' }).check()
  await page.getByLabel('Начало').fill('2030-09-02')
  await page.getByLabel('Стоимость, ₽').fill('4500')
  await page.getByLabel('Мест', { exact: true }).fill('7')
  await page.getByRole('textbox', { name: 'Текст объявления' }).fill('Учим смотреть и видеть.')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page).toHaveURL(`/programs/${course.id}`)
  await expect(page.getByRole('link', { name: 'Открыть курс' })).toBeVisible()
  await openAs(page, null, `/programs/${course.id}`)
  for (const text of ['Учим смотреть и видеть.', '02.09.2030', '4\u00a0500\u00a0₽', 'Осталось 7\u00a0мест']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  const apply = page.getByRole('region', { name: 'Как записаться' }).getByRole('link', { name: 'Подать заявку' })
  await expect(apply).toHaveAttribute('href', `/registration?program=${course.id}`)
  await expect(page.getByRole('link', { name: 'Павел Громов' })).toBeVisible()
  // taken back, only staff can see it
  await callApi(request, 'PUT', `/api/courses/${course.id}`, { token: teacher.token, body: { status: 'draft' } })
  const gone = await page.goto(`/programs/${course.id}`)
  expect(gone?.status()).toBe(404)
})

test('a curator writes the main page', async ({ page, request }) => {
  const curator = await newPerson('curator')
  await openAs(page, curator.token, '/settings?tab=home')
  let saved = 0
  page.on('request', (sent) => {
    if (sent.method() === 'PUT' && sent.url().endsWith('/api/settings/home')) saved += 1
  })
  await page.getByRole('button', { name: 'Добавить ссылку' }).click()
  await page.getByLabel('Текст ссылки').last().fill('Наш журнал')
  await page.getByLabel('Адрес').last().fill('не адрес')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Введите адрес, например')).toBeVisible()
  await page.getByLabel('Адрес').last().fill('/projects')
  await page.getByRole('button', { name: 'Добавить ссылку' }).click()
  const remove = page.getByRole('button', { name: /^Убрать: Ссылка/ }).last()
  await remove.press('Enter')
  await expect(page.getByText('Строка убрана')).toBeVisible()
  await expect(remove).toBeFocused()
  // all places are taken: one project makes room for another
  await expect(page.getByText('Все места заняты')).toBeVisible()
  await page.getByRole('button', { name: 'Убрать: Почему небо не фиолетовое' }).click()
  // a search is no order to publish
  await page.getByLabel('Добавить проект').fill('афиша')
  await page.getByLabel('Добавить проект').press('Enter')
  await page.getByRole('button', { name: 'Посмотреть как гость' }).click()
  const preview = page.getByRole('dialog', { name: 'Так главную увидят гости' })
  await expect(preview.getByRole('link', { name: 'Наш журнал' })).toBeVisible()
  await preview.getByRole('button', { name: 'Закрыть' }).click()
  await expect(preview).toBeHidden()
  // what a colleague changes in the meantime stays
  const colleague = await newPerson('curator')
  const text = 'Курсы, на которых учатся делать и показывать.'
  await callApi(request, 'PUT', '/api/settings/home', { token: colleague.token, body: { text } })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Главная страница сохранена')).toBeVisible()
  expect(saved).toBe(1)
  const html = await (await request.get('/')).text()
  expect(html).toContain('Наш журнал')
  expect(html).toContain(text)
})

test('a new student finds the open courses', async ({ page }) => {
  const student = await newPerson('student')
  await openAs(page, student.token, '/')
  await expect(page.getByRole('heading', { name: 'Набор открыт' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Основы вёрстки' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Основы вёрстки' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Как записаться' })).toHaveAttribute('href', '#enrol')
})

test('a link that the app draws over while it is pressed is followed', async ({ page }) => {
  await page.goto('/')
  const link = page.locator('main a[href^="/projects/"]').first()
  const href = await link.getAttribute('href')
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
  const drawn = await link.evaluateHandle((element) => element)
  // the first move loads the app, which draws the page again while the button is down
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await expect.poll(() => drawn.evaluate((element) => element.isConnected)).toBe(false)
  await page.mouse.up()
  await expect(page).toHaveURL(href ?? '')
})

test('an author never sees that guests find nothing at the address of a draft', async ({ page, request }) => {
  const author = await newPerson('student')
  const body = { name: 'Черновик плаката', status: 'draft' }
  const { project } = await callApi(request, 'POST', '/api/projects', { token: author.token, body })
  const missing = page.getByRole('heading', { name: 'Ошибка 404' })
  const user = Promise.withResolvers<void>()
  await page.route('**/api/auth/user', async (route) => {
    await user.promise
    await route.continue()
  })
  await openAs(page, author.token, `/projects/${project.id}`)
  await expect(page.getByRole('status', { name: 'Загрузка' })).toBeVisible()
  await expect(missing).toBeHidden()
  user.resolve()
  await expect(page.getByRole('heading', { level: 1, name: body.name })).toBeVisible()

  await page.unroute('**/api/auth/user')
  await openAs(page, null, `/projects/${project.id}`)
  await expect(missing).toBeVisible()
})
