import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type APIRequestContext, type BrowserContext, type Page, request as requests } from '@playwright/test'
import { type OwnSite, startOwnSite } from '../server/testing/own-site.ts'
import { callApi, expect, newCourse, openAs, type Person, registerPerson, test } from './school.ts'
import { openSlowNetwork, type SlowNetwork } from './slow-network.ts'

// A separate site, which these stories may kill.

test.describe.configure({ mode: 'serial' })

const megabyte = 1_048_576

let site: OwnSite
let network: SlowNetwork
let api: APIRequestContext
/** A student who has begun a task, for each story. */
let writers: { student: Person; lesson: number }[]
let student: Person
let lesson: number
let context: BrowserContext
let page: Page

const text = 'Дописано до отключения'

const newWriter = async (teacher: Person) => {
  const student = await registerPerson(api, 'student')
  const { token } = student
  const { id } = (await newCourse(api, teacher, { students: [student] })).lesson
  const { task } = await callApi(api, 'PUT', `/api/lessons/${id}/task`, { token })
  const body = { content: `<p>${text}</p>`, revision: task.draft.revision }
  await callApi(api, 'PUT', `/api/tasks/${task.id}/draft`, { token, body })
  return { student, lesson: id }
}

test.beforeAll(async () => {
  test.setTimeout(150_000)
  site = await startOwnSite()
  network = await openSlowNetwork(site.url, 5 * megabyte)
  api = await requests.newContext({ baseURL: site.url })
  const teacher = await registerPerson(api, 'teacher')
  writers = []
  for (let story = 1; story <= 5; story += 1) writers.push(await newWriter(teacher))
})
test.afterAll(async () => {
  await api.dispose()
  await network.close()
  await site.stop()
})

test.beforeEach(async ({ browser }) => {
  const writer = writers.pop()
  if (!writer) throw new Error('There are more stories than writers.')
  ;({ student, lesson } = writer)
  context = await browser.newContext({ baseURL: network.url, locale: 'ru-RU' })
  page = await context.newPage()
  await openAs(page, student.token, `/lessons/${lesson}?work`)
  await expect(page.getByRole('textbox', { name: /^Ответ/ })).toHaveText(text)
})
test.afterEach(() => context.close())

const ownTask = async () => {
  const { task } = await callApi(api, 'GET', `/api/lessons/${lesson}/task`, { token: student.token })
  return task
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const progress = () => page.getByRole('progressbar', { name: /^Загрузка/ })

/** Waits until an upload has reached this share, in percent. */
const sentAtLeast = (percent: number) =>
  expect
    .poll(async () => Number(await progress().getAttribute('aria-valuenow')), {
      intervals: [50],
      timeout: 20_000,
    })
    .toBeGreaterThanOrEqual(percent)

test('an upload survives a lost network, a killed server and a reload', async ({ browserName: _ }, info) => {
  test.setTimeout(120_000)
  const bytes = randomBytes(48 * megabyte)
  const path = info.outputPath('фильм.bin')
  await writeFile(path, bytes)
  const field = page.getByRole('group', { name: 'Файлы' }).locator('input[type=file][multiple]')
  // each lets through more than the next wait needs, even if all before was lost, and all together less than the file
  network.allow(6 * megabyte)
  await field.setInputFiles(path)
  await sentAtLeast(10)

  network.cut()
  await expect(page.getByText(/Загрузка продолжится сама/).first()).toBeVisible()
  network.allow(12 * megabyte)
  network.mend()
  await sentAtLeast(24)

  await site.kill()
  await expect(page.getByText(/Загрузка продолжится сама/).first()).toBeVisible()
  network.allow(25 * megabyte)
  await site.start()
  // its pauses have grown while the server started, up to half a minute
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await sentAtLeast(50)

  await page.reload()
  await expect(progress()).toBeVisible()
  network.allow(Number.POSITIVE_INFINITY)
  await expect(progress()).toHaveCount(0, { timeout: 60_000 })
  await page.getByRole('button', { name: 'Отправить на проверку' }).click()
  await expect(page.getByText('На проверке').first()).toBeVisible()

  const { attempts } = await ownTask()
  expect(attempts).toHaveLength(1)
  const [file] = attempts[0].files
  expect(file).toMatchObject({ name: 'фильм.bin', size: bytes.length })
  const got = await (await api.get(file.url)).body()
  expect(sha256(got)).toBe(sha256(bytes))
})

const send = () => page.getByRole('button', { name: 'Отправить на проверку' }).click()

/** Not the button of what the page was loading when the network was lost. */
const sendAgain = () =>
  page.getByRole('region', { name: 'Что дальше' }).getByRole('button', { name: 'Повторить' }).click()

/** Checks that exactly one attempt was made, with this text. */
const handedInOnce = async (expected = text) => {
  await expect(page.getByText('На проверке').first()).toBeVisible()
  const { attempts, status } = await ownTask()
  expect(status.slug).toBe('submitted')
  expect(attempts.map(({ content }: { content: string }) => content)).toEqual([`<p>${expected}</p>`])
}

test('a hand-in survives a lost network', async () => {
  const typed = 'Дописано на этой странице'
  await page.getByRole('textbox', { name: /^Ответ/ }).fill(typed)
  await expect.poll(async () => (await ownTask()).draft.content).toBe(`<p>${typed}</p>`)
  network.cut()
  await send()
  await expect(page.getByText(/Нет сети: работа пока не отправлена/)).toBeVisible()
  network.mend()
  await sendAgain()
  await handedInOnce(typed)
})

test('a hand-in survives a server that is killed before it responds', async () => {
  // a page that reads the task, by a live event or a poll, would remove the button before it is clicked
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  await page.route('**/submit', async (route) => {
    await route.fetch()
    await site.kill()
    await route.abort()
  })
  await send()
  await expect(page.getByText(/Нет сети: работа пока не отправлена/)).toBeVisible()
  await page.unroute('**/submit')
  await site.start()
  await sendAgain()
  await page.unroute('**/api/**')
  await handedInOnce()
})

test('a hand-in survives a server that is killed before the request, and a reload', async () => {
  await page.route('**/submit', async (route) => {
    await site.kill()
    await route.abort()
  })
  await send()
  await expect(page.getByText(/Нет сети: работа пока не отправлена/)).toBeVisible()
  await page.unroute('**/submit')
  await site.start()
  await page.reload()
  await expect(page.getByText('На проверке').first()).toBeVisible()
  await handedInOnce()
})

test('a hand-in survives a reload while it is being sent', async () => {
  const arrived = new Promise<void>((resolve) => {
    void page.route('**/submit', async (route) => {
      await route.fetch()
      // the response never reaches the page
      resolve()
    })
  })
  await send()
  await arrived
  await page.unroute('**/submit')
  await page.reload()
  await handedInOnce()
})
