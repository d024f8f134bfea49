import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { documents } from '#contract/documents/document-list.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { matchPage, pages, type Page as SitePage } from '#contract/pages.ts'
import { callApi, expect, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

/** The subject of a page: a text that only it has. */
type About = (request: APIRequestContext) => Promise<string>

const fixed =
  (text: string): About =>
  async () =>
    text

const authorOf = ({ name, surname }: { name: string; surname: string }) => `${name} ${surname}`

/** A public page of each kind in the demo school. The organisation section has its own stories. */
const kinds: [path: string, about: About][] = [
  ['/', fixed('Основы вёрстки')],
  ['/projects', async (request) => (await callApi(request, 'GET', '/api/projects')).projects[0].name],
  ['/projects/1', async (request) => authorOf((await callApi(request, 'GET', '/api/projects/1')).project.authors[0])],
  ['/tags/вёрстка', fixed('#вёрстка')],
  ['/users/5', fixed('Карточка, которая не боится длинных названий')],
  ['/programs/1', fixed('Вера Лосева')],
  ['/certificates/4TRK-9W2M-0QXA', fixed('Сертификат подтверждён')],
  ...documents.map(({ slug, title }): [string, About] => [`/documents/${slug}`, fixed(title)]),
]

/** A reader whose browser runs no scripts. */
const withoutScripts = async (browser: Browser, baseURL: string | undefined, read: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  await read(await context.newPage())
  await context.close()
}

/** Checks the widths of a small phone, and of a usual screen at 200 %. */
const expectNoSidewaysScrolling = async (page: Page) => {
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 700 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px`)
      .toBeLessThanOrEqual(width)
  }
}

test('every kind of public page is listed here', () => {
  const listed = new Set(kinds.map(([path]) => matchPage(encodeURI(path))?.name))
  const section = /^(organisation|sveden)(\.|$)/
  const served = Object.entries<SitePage>(pages).filter(([name, { served }]) => served && !section.test(name))
  expect(served.map(([name]) => name).filter((name) => !listed.has(name as never))).toEqual([])
})

for (const [path, about] of kinds) {
  test(`${path}: no violation of WCAG, nothing wider than the screen`, async ({ page, request }) => {
    await openAs(page, null, path)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(
      page
        .getByRole('main')
        .getByText(await about(request))
        .first(),
    ).toBeVisible()
    expect(await violations(page)).toEqual([])
    await expectNoSidewaysScrolling(page)
  })

  test(`${path} is complete without scripts`, async ({ browser, baseURL, request }) => {
    await withoutScripts(browser, baseURL, async (page) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(
        page
          .getByRole('main')
          .getByText(await about(request))
          .first(),
      ).toBeVisible()
      await expectNoSidewaysScrolling(page)
    })
  })
}

test('the link to the content moves the focus there, past the menu', async ({ page }) => {
  await openAs(page, null, '/programs/1')
  await settled(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'К содержанию' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Главная' })).toBeFocused()
})

test('nothing in the markup of the organisation section is hidden, even without scripts', async ({
  browser,
  baseURL,
}) => {
  await withoutScripts(browser, baseURL, async (page) => {
    for (const { slug } of organisationPages) {
      await page.goto(`/sveden/${slug}`)
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const unseen = await page.locator('[itemprop]').evaluateAll((elements) =>
          elements
            .filter((element) => {
              const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
              const { width, height } = element.getBoundingClientRect()
              return !seen || width < 2 || height < 2 || !element.textContent?.trim()
            })
            .map((element) => element.getAttribute('itemprop')),
        )
        expect(unseen, `${slug} at ${width} px`).toEqual([])
        await expect(page.locator('[itemprop]').nth(1), slug).toBeAttached()
      }
    }
  })
})

test('the Tab key stops at a table of a document where it scrolls, and nowhere else', async ({ page }) => {
  // another story puts another text in force for a while
  await openAs(page, (await newPerson('student')).token, '/documents/cookies?version=1')
  const frame = page.locator('.table-frame').first()
  await expect(frame).toBeVisible()
  await expect(frame).not.toHaveAttribute('tabindex')
  await page.setViewportSize({ width: 200, height: 700 })
  await expect(frame).toHaveAttribute('tabindex', '0')
})
