import type { Page } from '@playwright/test'
import { assetsPollIntervalMs } from '#contract/site/site.api.ts'
import { type OwnSite, startOwnSite } from '#server/testing/own-site.ts'
import { expect, newCourse, openAs, registerPerson, test } from './school.ts'
import { prepareTwoBuilds } from './two-builds.ts'

// A site of its own, which becomes a later version while pages are open; the worker is what could mix them.
test.use({ serviceWorkers: 'allow' })

let builds: Awaited<ReturnType<typeof prepareTwoBuilds>>
let site: OwnSite

test.beforeAll(async () => {
  test.setTimeout(150_000)
  builds = await prepareTwoBuilds()
  site = await startOwnSite({}, builds.folder)
})
test.afterAll(async () => {
  await site?.stop()
  await builds?.remove()
})

/** The versions of the bundles that a page runs on, links included. */
const versionsOn = async (page: Page) => {
  const names = await page.evaluate(() =>
    [
      ...performance.getEntriesByType('resource').map(({ name }) => name),
      ...[...document.querySelectorAll<HTMLLinkElement>('link[href*="/assets/"]')].map(({ href }) => href),
    ]
      .filter((address) => /\/build\/assets\/.*\.(js|css)$/.test(address))
      .map((address) => address.split('/').pop() as string),
  )
  return [...new Set(names.map(builds.versionOf))]
}

/**
 * Lets the next documents of a page ask for files twenty times a second for 5 s, as one does that loads its parts on a
 * slow network.
 */
const loadSlowly = (page: Page) =>
  page.addInitScript(() => {
    const end = Date.now() + 5000
    const ask = async () => {
      while (Date.now() < end) {
        await fetch('/build/favicon.svg').catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    void ask()
  })

/** How far the change of versions is: the states of the workers, and how many builds are kept. */
const versionsKept = (page: Page) =>
  page.evaluate(async () => {
    const { active, waiting, installing } = await navigator.serviceWorker.ready
    const builds = (await caches.keys()).filter((name) => name.startsWith('build '))
    return { active: active?.state, waiting: waiting?.state, installing: installing?.state, builds: builds.length }
  })

test('an update leaves open pages on their version, says so, and takes over without ever mixing two', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const context = await browser.newContext({ baseURL: site.url, locale: 'ru-RU' })
  const api = context.request
  const teacher = await registerPerson(api, 'teacher')
  const student = await registerPerson(api, 'student')
  const course = await newCourse(api, teacher, { students: [student] })
  const page = await context.newPage()
  await page.clock.install()
  await openAs(page, student.token, `/courses/${course.id}`)
  await page.getByRole('button', { name: 'Сохранить для дороги' }).click()
  await expect(page.getByText('Сохранено для дороги')).toBeVisible({ timeout: 30_000 })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
  expect(await versionsOn(page)).toEqual(['old'])

  await site.terminate()
  await builds.upgrade()
  await site.start()

  // the open page continues, with parts that it has not loaded yet, and is notified of the new version
  await page.getByRole('link', { name: course.lesson.name }).first().click()
  await expect(page.getByText('Читаем и пробуем.')).toBeVisible()
  await page.clock.fastForward(assetsPollIntervalMs)
  await expect(page.getByText('Версия сайта была изменена.')).toBeVisible()
  await page.getByRole('button', { name: 'Отменить' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Курсы' }).click()
  await expect(page.getByRole('link', { name: course.name }).first()).toBeVisible()
  expect(await versionsOn(page)).toEqual(['old'])

  // a new page is of the new version, whose worker waits for the other to go
  const second = await context.newPage()
  await second.goto(`/courses/${course.id}`)
  await expect(second.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
  await expect
    .poll(() => second.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null), {
      timeout: 30_000,
    })
    .toBe(true)
  expect([await versionsOn(page), await versionsOn(second)]).toEqual([['old'], ['new']])

  // until then both are the old one without a network
  await site.terminate()
  for (const open of [page, second]) {
    await open.goto(`/courses/${course.id}`)
    await expect(open.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
    expect(await versionsOn(open)).toEqual(['old'])
  }
  await site.start()
  await second.close()
  await loadSlowly(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
  expect(await versionsOn(page)).toEqual(['new'])
  await expect.poll(() => versionsKept(page), { timeout: 30_000 }).toEqual({ active: 'activated', builds: 1 })

  await site.terminate()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
  await expect(page.getByText(/Нет сети\. Открывается то, что сохранено/)).toBeVisible()
  expect(await versionsOn(page)).toEqual(['new'])
  await context.close()
})
