import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { demoToken, expect, openAs, test } from './school.ts'

type Visitor = 'guest' | 'student' | 'teacher' | 'curator'

/** Every screen, as those who meet it differently see it, in the demo school. */
const screens: [Visitor, string][] = [
  ...['/', '/login', '/registration', '/forgot-password', '/reset-password/none?email=a@b.ru', '/nope'].map(
    (path): [Visitor, string] => ['guest', path],
  ),
  ...['/organisation', '/organisation/page1', '/organisation/page6', '/documents/privacy'].map(
    (path): [Visitor, string] => ['guest', path],
  ),
  ...['/projects', '/projects/1', '/users/5'].map((path): [Visitor, string] => ['guest', path]),
  ...[
    '/',
    '/courses',
    '/courses/1',
    '/lessons/7',
    '/lessons/4',
    '/tasks',
    '/profile',
    '/projects/create',
    '/projects/2',
  ].map((path): [Visitor, string] => ['student', path]),
  ...['/', '/courses', '/courses/1', '/courses/1/edit', '/courses/create', '/lessons/7', '/lessons/7/edit'].map(
    (path): [Visitor, string] => ['teacher', path],
  ),
  ...['/lessons/create/1', '/tasks', '/tasks?status=accepted', '/tasks?search=нетакого'].map(
    (path): [Visitor, string] => ['teacher', path],
  ),
  ...['/', '/courses', '/users', '/users/5', '/tasks', '/organisation/page1'].map((path): [Visitor, string] => [
    'curator',
    path,
  ]),
]

/** What axe finds on the page as it stands, in both colour schemes. */
const violations = async (page: Page) => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // colours may still be on their way from one scheme to the other
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ target }) => target).join(' | ')}`),
    )
  }
  return found
}

for (const [visitor, path] of screens) {
  test(`${path} as ${visitor}`, async ({ page, request }) => {
    await openAs(page, visitor === 'guest' ? null : await demoToken(request, visitor), path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    expect(await violations(page)).toEqual([])
  })
}

test('the drawer', async ({ page, request }) => {
  await openAs(page, await demoToken(request, 'student'), '/')
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(page.getByRole('dialog', { name: 'Уведомления' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('nothing is wider than a phone of 320 px', async ({ page, request }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 320, height: 700 })
  const tokens = new Map<Visitor, string | null>([['guest', null]])
  for (const [visitor, path] of screens) {
    if (!tokens.has(visitor)) tokens.set(visitor, await demoToken(request, visitor as 'student'))
    await openAs(page, tokens.get(visitor) ?? null, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${path} as ${visitor}`).toBeLessThanOrEqual(320)
  }
})
