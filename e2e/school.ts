import { writeFile } from 'node:fs/promises'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request as PlaywrightRequest,
  type TestInfo,
} from '@playwright/test'
import { readConfig } from '#server/config.ts'
import { joinConfiguredDatabase, type OpenDatabase } from '#server/db/configured.ts'
import { delayEffects } from '#server/effects/effects.repo.ts'
import { buildFilmCopies } from '#server/films/films.factory.ts'
import { noteBounce } from '#server/notifications/send-letters.ts'
import { buildWaiting } from '#server/registrations/registrations.factory.ts'
import { buildFailure } from '#server/state/failures.factory.ts'
import { buildUser, demoPassword, signInAs } from '#server/users/users.factory.ts'
import { findUserByEmail } from '#server/users/users.repo.ts'
import type { User } from '#server/users/users.table.ts'
import { contextsOfStory, quietPage } from './kept-context.ts'

type Role = 'student' | 'teacher' | 'curator'

/** A person with their own account. */
export interface Person {
  id: number
  name: string
  surname: string
  email: string
  token: string
}

/** Makes a call of the API that must succeed. */
export const callApi = async (
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => {
  const response = await request.fetch(path, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { data: body }),
  })
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true)
  return response.status() === 204 ? null : response.json()
}

let people = 0
const newEmail = (role: Role) => {
  people += 1
  return `${role}-${Date.now()}-${process.pid}-${people}@school.example`
}

let opened: Promise<OpenDatabase> | null = null
/** The database of the site that the stories share. */
const database = () => {
  opened ??= joinConfiguredDatabase(readConfig({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }))
  return opened
}

/** The bearer token of a demo account. Without its password, which is slow to check on purpose. */
export const demoToken = async (role: Role) => {
  const { db } = await database()
  return signInAs(db, (await findUserByEmail(db, `${role}@demo.example`)) as User)
}

/**
 * Opens an account that no other test touches, and signs in. Not through the form: registrations per address and hour
 * are limited, and all stories share one address.
 */
export const newPerson = async (role: Role, name = 'Мария', surname = 'Орлова') => {
  const email = newEmail(role)
  const { db } = await database()
  const { id } = await buildUser(db, { name, surname, email, role })
  return { id, name, surname, email, token: await signInAs(db, { id }) } satisfies Person
}

/** The bearer token of a session whose password was given so long ago that important acts ask for it again. */
export const tokenOfLongAgo = async (person: Pick<Person, 'id'>) => signInAs((await database()).db, person, 16)

/** A mail server has refused a letter to them. */
export const bounce = async ({ id }: Pick<Person, 'id'>) => noteBounce((await database()).db, id)

/** Somebody who waits until a curator accepts them. */
export const newWaitingPerson = async (name: string, surname: string) => {
  const { db } = await database()
  return buildWaiting(db, { name, surname, email: newEmail('student') })
}

/** A person on a story's separate site: registers, and a curator sets the role. */
export const registerPerson = async (request: APIRequestContext, role: Role, name = 'Мария', surname = 'Орлова') => {
  const email = newEmail(role)
  const body = { name, surname, email, password: demoPassword, consent: true }
  const { user, access_token } = await callApi(request, 'POST', '/api/auth/register', { body })
  if (role !== 'student') {
    const credentials = { email: 'curator@demo.example', password: demoPassword }
    const { access_token: token } = await callApi(request, 'POST', '/api/auth/login', { body: credentials })
    await callApi(request, 'PUT', `/api/users/${user.id}`, { token, body: { role } })
  }
  return { id: user.id, name, surname, email, token: access_token } satisfies Person
}

/** Lets a film have smaller copies, whether this machine can make them or not. */
export const newFilmCopies = async (fileId: string) => buildFilmCopies((await database()).db, fileId, [720, 360])

/** Has students notified of an act only at this moment, in milliseconds since 1970; until then it can be undone. */
export const holdNews = async (act: { entry_id: number } | { batch_id: number }, untilMs: number) =>
  delayEffects((await database()).db, act, new Date(untilMs).toISOString())

/** Something that was set aside after its last try. */
export const newFailure = async () => buildFailure((await database()).db)

/** A published course with an open lesson and its assignment. */
export const newCourse = async (
  request: APIRequestContext,
  teacher: Person,
  { students = [] as Person[], name = 'Курс для проверки', lesson = 'Первый урок' } = {},
) => {
  const token = teacher.token
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name, status: 'published' } })
  // before the lesson, so that each student is notified of both
  await callApi(request, 'PUT', `/api/courses/${course.id}/students`, {
    token,
    body: { user_ids: students.map(({ id }) => id) },
  })
  const made = await callApi(request, 'POST', '/api/lessons', {
    token,
    body: {
      course_id: course.id,
      name: lesson,
      status: 'published',
      content: '<h2>О чём урок</h2><p>Читаем и пробуем.</p>',
      assignment: { text: '<p>Сверстайте плакат.</p>', criteria: [{ name: 'Сетка держится' }] },
    },
  })
  return { id: course.id as number, name, lesson: { id: made.lesson.id as number, name: lesson } }
}

/** Hands a task in on a lesson; returns the task's id. */
export const handIn = async (request: APIRequestContext, student: Person, lessonId: number, content: string) => {
  const { token } = student
  const { task } = await callApi(request, 'PUT', `/api/lessons/${lessonId}/task`, { token })
  const body = { content, revision: task.draft.revision }
  await callApi(request, 'PUT', `/api/tasks/${task.id}/draft`, { token, body })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await callApi(request, 'POST', `/api/tasks/${task.id}/submit`, { token, headers })
  return task.id as number
}

/** Puts a session into the browser, as a sign-in does. Nothing else stays in its local storage. */
export const enterAs = async (page: Page, token: string | null) => {
  // a page that has been used may show something that watches the storage
  const quiet = page.url() === 'about:blank' ? quietPage(page) : null
  // a file of the site without scripts: its local storage is the site's
  if (!quiet) await page.goto('/build/favicon.svg')
  await (quiet ?? page).evaluate((token) => {
    localStorage.clear()
    if (token) localStorage.setItem('access_token', token)
  }, token)
}

/** Puts a session into the browser and opens a page. For several pages in a row: `enterAs` once, then `page.goto`. */
export const openAs = async (page: Page, token: string | null, path: string) => {
  await enterAs(page, token)
  await page.goto(path)
}

/**
 * Stops the clock of a page before it opens: then its time passes only by `page.clock.runFor`, however slow the
 * machine.
 */
export const stopClock = async (page: Page) => {
  const time = Date.now()
  await page.clock.install({ time })
  await page.clock.pauseAt(time + 60_000)
}

/** Moves the mouse: a page that is complete for guests loads the app once it is touched. */
export const touch = async (page: Page) => {
  await page.mouse.move(2, 2)
  await page.mouse.move(8, 8)
}

/** The requests of each page that have no response yet. */
const openRequests = new WeakMap<Page, Set<PlaywrightRequest>>()

const countRequests = (page: Page) => {
  const open = new Set<PlaywrightRequest>()
  openRequests.set(page, open)
  // live events stay open
  page.on('request', (request) => new URL(request.url()).pathname !== '/api/events' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/**
 * Waits until the page is loaded, has nothing to do, and waits for no response; Playwright's `networkidle` adds half a
 * second to each visit.
 */
export const settled = async (page: Page) => {
  const open = openRequests.get(page)
  let started = 0
  const count = () => {
    started += 1
  }
  page.on('request', count)
  await page.waitForLoadState('load')
  await expect(async () => {
    const before = started
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 60)))
    expect([started - before, open?.size ?? 0]).toEqual([0, 0])
  }).toPass({ intervals: [10] })
  page.off('request', count)
}

/** What every page shows at the end of a story that has failed: as a picture, and as a tree of roles and names. */
const attachPages = async (browser: Browser, info: TestInfo) => {
  const pages = browser.contexts().flatMap((context) => context.pages().filter((page) => page !== quietPage(page)))
  for (const [index, page] of pages.entries()) {
    const picture = info.outputPath(`page-${index + 1}.png`)
    const tree = info.outputPath(`page-${index + 1}.yml`)
    // a page that hangs is not worth another failure
    const isTaken = await page.screenshot({ path: picture, timeout: 5_000 }).then(Boolean, () => false)
    if (isTaken) info.attachments.push({ name: 'screenshot', path: picture, contentType: 'image/png' })
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch(() => '')
    await writeFile(tree, text)
    info.attachments.push({ name: 'page', path: tree, contentType: 'text/yaml' })
  }
}

/** Opens an empty page on another device, where nobody is signed in. Its page may be closed, not its context. */
export type NewDevice = (options?: Pick<BrowserContextOptions, 'viewport'>) => Promise<Page>

interface Fixtures {
  /** Whether the story begins with an empty cache, as in a browser that was never on the site. */
  emptyCache: boolean
  /** Errors of the page's scripts and refusals of its security policy. */
  problems: string[]
  newDevice: NewDevice
  contexts: ReturnType<typeof contextsOfStory>
}

/** A test whose page must not throw, nor break the content security policy. */
export const test = base.extend<Fixtures, { closing: undefined }>({
  closing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
    async ({}, use) => {
      await use(undefined)
      await (await opened)?.close()
    },
    { scope: 'worker', auto: true },
  ],
  emptyCache: [false, { option: true }],
  contexts: async (
    // the options by which stories differ: a context is lent only to a story with the same
    {
      browser,
      colorScheme,
      contextOptions,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      permissions,
      serviceWorkers,
      viewport,
    },
    use,
    info,
  ) => {
    const appearance = [colorScheme, contextOptions, hasTouch, isMobile, locale, viewport]
    const contexts = contextsOfStory(browser, [...appearance, javaScriptEnabled, permissions, serviceWorkers])
    await use(contexts)
    await contexts.takeBack(info.status === info.expectedStatus)
  },
  context: async ({ browser, emptyCache, contexts }, use, info) => {
    const context = await (emptyCache ? browser.newContext() : contexts.lend())
    await use(context)
    if (info.status !== info.expectedStatus) await attachPages(browser, info)
  },
  newDevice: async ({ contexts }, use) => {
    await use(async (options) => {
      const page = await (await contexts.lend(options)).newPage()
      countRequests(page)
      return page
    })
  },
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (/Content Security Policy|Minified React error|Warning:/.test(message.text())) problems.push(message.text())
      })
      countRequests(page)
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
