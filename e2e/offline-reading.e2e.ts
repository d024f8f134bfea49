import { type APIRequestContext, type BrowserContext, type Page, request as requests } from '@playwright/test'
import { type OwnSite, startOwnSite } from '../server/testing/own-site.ts'
import { callApi, expect, newCourse, openAs, type Person, registerPerson, test } from './school.ts'

// A separate site, whose server stops as a network does that is gone. Other stories do without the service worker: it
// would make their requests in place of their pages.
test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

/** A time zone in which it is about noon: what is saved now was saved today, at whatever hour the stories run. */
const noonZone = () => {
  const hours = 12 - new Date().getUTCHours()
  // the signs of these names are the other way round
  return `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`
}

let site: OwnSite
let api: APIRequestContext
let teacher: Person
let context: BrowserContext
let page: Page

test.beforeAll(async () => {
  test.setTimeout(150_000)
  site = await startOwnSite()
  api = await requests.newContext({ baseURL: site.url })
  teacher = await registerPerson(api, 'teacher')
})
test.afterAll(async () => {
  await api.dispose()
  await site.stop()
})
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: site.url, locale: 'ru-RU', timezoneId: noonZone() })
  // Chromium without a window has Background Sync switched off: it accepts the registration, and the story does
  // what it asks for
  await context.addInitScript(() => {
    Reflect.set(Reflect.get(globalThis, 'SyncManager').prototype, 'register', async () => {})
  })
  page = await context.newPage()
})
test.afterEach(() => context.close())

/** Has the browser start the service worker for what waits for a network, as it does itself once there is one. */
const remindWorker = async (of: Page) => {
  const session = await context.newCDPSession(of)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${site.url}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: site.url,
    registrationId,
    tag: 'hand-ins',
    lastChance: false,
  })
}

/** When the saved course was saved, in milliseconds since 1970; `at` changes it. */
const savedAt = (at?: number) =>
  page.evaluate(
    (at) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('kept')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const transaction = database.transaction('courses', 'readwrite')
          const reading = transaction.objectStore('courses').getAll()
          reading.onsuccess = () => {
            const [course] = reading.result
            if (at !== undefined) transaction.objectStore('courses').put({ ...course, at })
            transaction.oncomplete = () => {
              database.close()
              resolve(course.at)
            }
          }
        }
      }),
    at,
  )

/** Has a new student save a new course, where they have begun a task. */
const saveCourse = async () => {
  const student = await registerPerson(api, 'student')
  const course = await newCourse(api, teacher, { students: [student] })
  const { task } = await callApi(api, 'PUT', `/api/lessons/${course.lesson.id}/task`, { token: student.token })
  await openAs(page, student.token, `/courses/${course.id}`)
  await page.getByRole('button', { name: 'Сохранить для дороги' }).click()
  await expect(page.getByText('Сохранено для дороги')).toBeVisible({ timeout: 30_000 })
  return { student, course, task }
}

test('what was saved yesterday is saved again once its student comes', async () => {
  await saveCourse()
  await expect(page.getByText(/1\sурок, .*(Б|КБ)/)).toBeVisible()
  const yesterday = (await savedAt()) - 24 * 3_600_000
  await savedAt(yesterday)
  await page.reload()
  await expect.poll(() => savedAt(), { timeout: 30_000 }).toBeGreaterThan(yesterday)
  await expect(page.getByText('Сохранено для дороги')).toBeVisible()
})

test('a saved course is read and written without a network, and handed in after the tab was closed', async () => {
  test.setTimeout(120_000)
  const { student, course, task } = await saveCourse()
  // it serves a page from the next one on
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  // comes once the page has been quiet for some seconds
  await page.getByText('Сохранено для дороги').waitFor()

  await site.terminate()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
  await expect(page.getByText(/Нет сети\. Открывается то, что сохранено сегодня в \d\d:\d\d\./)).toBeVisible()
  await page.getByRole('link', { name: course.lesson.name }).first().click()
  await expect(page.getByText('Читаем и пробуем.')).toBeVisible()

  await page.goto(`/lessons/${course.lesson.id}?work`)
  await page.getByRole('textbox', { name: /^Ответ/ }).fill('Написано в дороге')
  await expect(page.getByText(/Нет сети, черновик на этом устройстве/)).toBeVisible()
  await page.getByRole('button', { name: 'Отправить на проверку' }).click()
  await expect(page.getByText(/работа отправится сама, даже если закрыть страницу/)).toBeVisible()

  // what was not saved says so, and leads to what was
  await page.goto('/calendar')
  await expect(page.getByRole('heading', { level: 1, name: 'Нет сети' })).toBeVisible()
  await page.getByRole('link', { name: 'Что сохранено на этом устройстве' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Сохранено на этом устройстве' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: course.name })).toBeVisible()

  // a page of another site keeps the browser, and none of ours is open
  const other = await context.newPage()
  await other.goto('about:blank')
  await page.close()
  await site.start()
  const watch = await context.newPage()
  await remindWorker(watch)
  await watch.close()
  const read = async () => (await callApi(api, 'GET', `/api/tasks/${task.id}`, { token: student.token })).task
  await expect.poll(async () => (await read()).status.slug, { timeout: 30_000 }).toBe('submitted')
  const handedIn = await read()
  expect(handedIn.attempts.map(({ content }: { content: string }) => content)).toEqual(['<p>Написано в дороге</p>'])
})

test('a save that was stopped is shown as such, and can be continued or removed', async () => {
  const student = await registerPerson(api, 'student')
  const course = await newCourse(api, teacher, { students: [student] })
  await openAs(page, student.token, `/courses/${course.id}`)
  await page.getByRole('button', { name: 'Сохранить для дороги' }).waitFor()
  const lesson = `**/api/lessons/${course.lesson.id}`
  const asked = new Promise<void>((resolve) => {
    // never answered
    void page.route(lesson, () => resolve())
  })
  await page.getByRole('button', { name: 'Сохранить для дороги' }).click()
  await asked
  await page.getByRole('button', { name: 'Остановить' }).click()
  await expect(page.getByRole('button', { name: 'Продолжить' })).toBeVisible()
  await page.unroute(lesson)
  await page.goto('/offline')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: course.name })).toBeVisible()
  await expect(main.getByText('Сохранено не полностью')).toBeVisible()
  await main.getByRole('link', { name: course.name }).click()
  await expect(page.getByText('Сохранено не полностью')).toBeVisible()
  await expect(page.getByText('Сохранено для дороги')).toBeHidden()
  await page.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByText('Сохранено для дороги')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Сохранено не полностью')).toBeHidden()
  await page.getByRole('button', { name: 'Убрать с этого устройства' }).click()
  await expect(page.getByRole('button', { name: 'Сохранить для дороги' })).toBeVisible()
})

test('nothing stays on the device once the student has signed out', async () => {
  await saveCourse()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Вход' })).toBeVisible()
  const kept = () =>
    page.evaluate(async () => [
      ...(await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'kept'),
      ...(await caches.keys()).filter((name) => name.endsWith('files')),
      localStorage.getItem('kept_for'),
    ])
  await expect.poll(kept, { timeout: 20_000 }).toEqual([null])
})
