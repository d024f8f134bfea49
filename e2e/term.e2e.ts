import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, type Browser, request as requests } from '@playwright/test'
import { readLetters, readLink } from '../server/testing/letters.ts'
import { type OwnSite, startOwnSite } from '../server/testing/own-site.ts'
import { demoPassword } from '../server/users/users.factory.ts'
import { callApi, expect, handIn, openAs, test } from './school.ts'

// A separate site, empty at first, which goes through a term: each story continues where the one before has ended.

test.describe.configure({ mode: 'serial' })

const email = 'head@school.example'
const sizes = [
  { viewport: { width: 1280, height: 800 }, letter: 'А', name: 'Ада' },
  { viewport: { width: 375, height: 812 }, letter: 'Б', name: 'Борис' },
]

let folder: string
let site: OwnSite
let api: APIRequestContext
/** The curator's. */
let token: string

test.beforeAll(async () => {
  test.setTimeout(150_000)
  folder = await mkdtemp(join(tmpdir(), 'praktika-term-'))
  const env = { DATA_DIR: folder, DEMO: 'false' }
  site = await startOwnSite(env)
  api = await requests.newContext({ baseURL: site.url })
  const port = new URL(site.url).port
  await promisify(execFile)(process.execPath, ['server/curator.ts', email], {
    env: { ...process.env, ...env, PORT: port },
  })
})
test.afterAll(async () => {
  await api?.dispose()
  await site?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const visit = (browser: Browser, viewport = sizes[0]?.viewport) =>
  browser.newPage({ baseURL: site.url, locale: 'ru-RU', ...(viewport && { viewport }) })

test('an empty site gets its first curator by a letter, who chooses the words of the school', async ({ browser }) => {
  const [letter] = await readLetters(join(folder, 'outbox'))
  const link = readLink(letter?.text ?? '')
  const page = await visit(browser)
  await openAs(page, null, `/reset-password/${link.token}?email=${encodeURIComponent(email)}`)
  await page.getByRole('textbox', { name: 'Новый пароль' }).fill(demoPassword)
  await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  await expect(page).toHaveURL(/\/login/)
  const body = { email, password: demoPassword }
  token = (await callApi(api, 'POST', '/api/auth/login', { body })).access_token

  await openAs(page, token, '/settings')
  await page.getByLabel('Наименование').fill('Школа № 7')
  await page.getByLabel('Как называть тех, кто учится').selectOption('Ученик')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Настройки сохранены')).toBeVisible()
  await page.goto('/users')
  await expect(page.getByRole('link', { name: 'Ученики' })).toBeVisible()
  // and it can be installed as an app of this name
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest')
  expect(await (await api.get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Школа № 7' })
  await page.context().close()
})

for (const { viewport, letter, name } of sizes) {
  const className = `7 «${letter}»`
  const course = `Черчение ${letter}`
  /** What a slip of paper says. */
  let slip: { email: string; password: string }
  let ids: { course: number; lesson: number }

  test(`${viewport.width} px: people are imported as a class, get their passwords on paper and a course`, async ({
    browser,
  }) => {
    const made = await callApi(api, 'POST', '/api/courses', { token, body: { name: course, status: 'published' } })
    const assignment = { text: '<p>Начертите план.</p>', criteria: [{ name: 'Масштаб', points: 10 }] }
    const lesson = { course_id: made.course.id, name: 'План', status: 'published', assignment }
    const { lesson: first } = await callApi(api, 'POST', '/api/lessons', { token, body: lesson })
    ids = { course: made.course.id, lesson: first.id }
    const page = await visit(browser, viewport)
    await openAs(page, token, '/users?tab=import')
    const rows = [
      'Фамилия;Имя;Логин;Роль;Класс;Дата рождения',
      `Листова;${name};list.${viewport.width};ученик;${className};01.02.2001`,
      `Жукова;Вера;bug.${viewport.width};ученица;${className};03.04.2001`,
    ]
    const buffer = Buffer.from(`\ufeff${rows.join('\r\n')}`)
    await page.getByLabel('Файл с людьми').setInputFiles({ name: 'Класс.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Применить' }).click()
    await expect(page.getByText(`Созданы классы: ${className}`)).toBeVisible()

    await page.goto('/users?tab=cohorts')
    await page.getByRole('link', { name: className }).click()
    await page.getByRole('link', { name: 'Состав', exact: true }).click()
    await page.getByLabel('Добавить курс').selectOption(course)
    await page.getByRole('button', { name: 'Добавить', exact: true }).click()
    await expect(page.getByRole('button', { name: `Убрать: ${course}` })).toBeVisible()
    await page.getByRole('button', { name: 'Пароли на бумаге' }).click()
    await page.getByRole('button', { name: 'Выдать: 2 пароля' }).click()
    const text = await page.getByRole('dialog').getByRole('listitem').filter({ hasText: name }).textContent()
    const [, login = '', password = ''] = /Логин: (\S+)Пароль: (\S+)/.exec(text ?? '') ?? []
    slip = { email: login, password }
    await page.context().close()
  })

  test(`${viewport.width} px: a pupil hands in with the password from paper, and sees the mark`, async ({
    browser,
  }) => {
    const { user, access_token } = await callApi(api, 'POST', '/api/auth/login', { body: slip })
    const pupil = { ...user, token: access_token }
    await handIn(api, pupil, ids.lesson, '<p>Мой план.</p>')
    const page = await visit(browser, viewport)
    await openAs(page, token, `/courses/${ids.course}?view=journal`)
    const cell = page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('gridcell')
      .nth(1)
    await expect(page.getByRole('columnheader', { name: 'Ученик' })).toBeVisible()
    await cell.focus()
    await page.keyboard.type('9')
    const saved = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok())
    await page.keyboard.press('Enter')
    await saved
    await expect(cell).toContainText('9/10')
    await openAs(page, pupil.token, `/courses/${ids.course}?view=journal`)
    await expect(page.getByRole('list', { name: 'Мои оценки' })).toContainText(/9\s*из\s*10/)
    await page.context().close()
  })
}

for (const { viewport } of sizes)
  test(`${viewport.width} px: a new year begins with the classes one year further`, async ({ browser }) => {
    const page = await visit(browser, viewport)
    await openAs(page, token, '/users?tab=cohorts')
    await page.getByRole('link', { name: 'Новый учебный год' }).click()
    // the other size has begun it already: again from the old names
    if (viewport !== sizes[0]?.viewport) await page.getByRole('button', { name: 'Отменить новый год' }).click()
    await expect(page.getByLabel('Новое название: 7 «А»')).toHaveValue('8 «А»')
    await page.getByRole('button', { name: 'Показать изменения' }).click()
    await expect(page.getByText('7 «Б» → 8 «Б»')).toBeVisible()
    await page.getByRole('button', { name: 'Начать новый год' }).click()
    await expect(page.getByText('Новый год начат', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Классы' }).click()
    await expect(page.getByRole('link', { name: '8 «А»' })).toBeVisible()
    await page.context().close()
  })
