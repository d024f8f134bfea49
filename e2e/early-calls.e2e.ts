import type { Page } from '@playwright/test'
import { withoutEvents } from './live-events.ts'
import { demoToken, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'

test.use({ emptyCache: true })
test.beforeEach(({ page }) => withoutEvents(page))

/** The paths of all GET calls of the API from now on, in their order. */
const watchCalls = (page: Page) => {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() === 'GET') paths.push(pathname + search)
  })
  return paths
}

const count = (paths: string[], path: string) => paths.filter((one) => one === path).length

test('a first visit asks for the user and the page’s data once, before the app’s bundle has run', async ({
  page,
  request,
}) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const course = await newCourse(request, teacher, { students: [student] })
  for (const [path, data, heading] of [
    [`/courses/${course.id}`, `/api/courses/${course.id}`, course.name],
    [`/lessons/${course.lesson.id}`, `/api/lessons/${course.lesson.id}`, course.lesson.name],
  ] as const) {
    const calls = watchCalls(page)
    let letRun = () => {}
    const mayRun = new Promise<void>((resolve) => {
      letRun = resolve
    })
    await page.route('**/build/assets/*.js', async (route) => {
      await mayRun
      await route.continue()
    })
    const opened = openAs(page, student.token, path)
    await expect.poll(() => calls.toSorted()).toEqual(['/api/auth/user', data].toSorted())
    letRun()
    await opened
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await settled(page)
    expect([count(calls, '/api/auth/user'), count(calls, data)], path).toEqual([1, 1])
    await page.unroute('**/build/assets/*.js')
  }
})

const visits = [
  ['student', '/'],
  ['teacher', '/'],
  ['student', '/courses'],
  ['student', '/courses/1'],
  ['student', '/courses/1?view=members'],
  ['student', '/lessons/1'],
  ['student', '/lessons/1?work'],
  ['student', '/tasks'],
  ['teacher', '/tasks'],
  ['teacher', '/tasks?status=submitted'],
  ['teacher', '/courses/1/edit'],
  ['teacher', '/lessons/1/edit'],
  ['student', '/users/2'],
  ['student', '/projects'],
] as const

for (const [role, path] of visits) {
  test(`the app takes over every call that a document has made: ${path} as ${role}`, async ({ page }) => {
    const token = await demoToken(role)
    const calls = watchCalls(page)
    await openAs(page, token, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await settled(page)
    const early = await page.locator('script[data-calls]').getAttribute('data-calls')
    expect(early).toContain('/api/auth/user')
    for (const address of early?.split(' ') ?? []) expect(count(calls, address), address).toBe(1)
  })
}

test('a guest’s document calls nothing that is for users', async ({ page }) => {
  const calls = watchCalls(page)
  await openAs(page, null, '/courses/1')
  await expect(page).toHaveURL('/')
  await settled(page)
  expect(calls.filter((path) => /^\/api\/(auth|courses)/.test(path))).toEqual([])
})

test('a token that is not valid any more is asked about once, and dropped', async ({ page }) => {
  const calls = watchCalls(page)
  await openAs(page, 'no-such-token', '/profile')
  await expect(page).toHaveURL('/')
  await settled(page)
  expect(count(calls, '/api/auth/user')).toBe(1)
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('what a document has called as somebody else is not used', async ({ page, request }) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const course = await newCourse(request, teacher, { students: [student] })
  const token = await demoToken('student')
  // the session ends between the document's call and the app: another person signs in in another tab
  let letRun = () => {}
  const mayRun = new Promise<void>((resolve) => {
    letRun = resolve
  })
  await page.route('**/build/assets/*.js', async (route) => {
    await mayRun
    await route.continue()
  })
  const calls = watchCalls(page)
  const path = `/api/courses/${course.id}`
  const opened = openAs(page, token, `/courses/${course.id}`)
  await expect.poll(() => count(calls, path)).toBe(1)
  await page.evaluate((token) => localStorage.setItem('access_token', token), student.token)
  letRun()
  await opened
  await expect(page.getByRole('heading', { level: 1, name: course.name })).toBeVisible()
  expect([count(calls, '/api/auth/user'), count(calls, path)]).toEqual([2, 2])
})
