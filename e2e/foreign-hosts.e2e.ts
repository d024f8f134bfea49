import { demoToken, enterAs, expect, openAs, settled, test } from './school.ts'

/**
 * Pages of each kind: drawn by the server, drawn by the app, with editor, with pictures, with everything of the desk.
 */
const visits: [role: 'student' | 'teacher' | 'curator' | null, path: string][] = [
  [null, '/'],
  [null, '/login'],
  [null, '/registration'],
  [null, '/projects'],
  [null, '/projects/1'],
  [null, '/documents/cookies'],
  [null, '/organisation/page1'],
  ['student', '/lessons/7'],
  ['student', '/profile'],
  ['teacher', '/lessons/7/edit'],
  ['teacher', '/tasks'],
  ['curator', '/settings'],
]

test('no page requests anything from a foreign host', async ({ page, baseURL }) => {
  test.setTimeout(120_000)
  const asked = new Set<string>()
  page.on('request', (sent) => asked.add(new URL(sent.url()).origin))
  let visitor: (typeof visits)[number][0] = null
  for (const [role, path] of visits) {
    if (role !== visitor) await enterAs(page, role && (await demoToken(role)))
    visitor = role
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await settled(page)
  }
  // «null» is what the browser calls pictures and scripts made on the page itself: data: and blob:
  expect([...asked].filter((origin) => origin !== 'null')).toEqual([new URL(baseURL ?? '').origin])
})

test('signing in needs only an e-mail and a password', async ({ page }) => {
  await openAs(page, null, '/login')
  await expect(page.getByLabel('Пароль')).toBeVisible()
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).origin))
  expect(new Set(links)).toEqual(new Set([new URL(page.url()).origin]))
  const named = page.getByRole('main').getByText(/Google|Apple|GitHub|Facebook|Microsoft|ВКонтакте|Яндекс/i)
  await expect(named).toHaveCount(0)
})
