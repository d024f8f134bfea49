import type { Page } from '@playwright/test'
import { withoutEvents } from './live-events.ts'
import { expect, newCourse, newPerson, openAs, settled, test } from './school.ts'

/** The GET calls for a lesson or a journal from now on; questions load by themselves when the reader comes near. */
const watchData = (page: Page) => {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/questions')) return
    if (request.method() === 'GET' && /^\/api\/(lessons|courses)\/\d+/.test(pathname)) paths.push(pathname)
  })
  return paths
}

const openCourse = async (page: Page, request: Parameters<typeof newCourse>[0]) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const course = await newCourse(request, teacher, { students: [student] })
  await withoutEvents(page)
  await openAs(page, student.token, `/courses/${course.id}`)
  const link = page.getByRole('main').getByRole('link', { name: course.lesson.name }).last()
  await expect(link).toBeVisible()
  await settled(page)
  return { course, teacher, link, data: watchData(page), lesson: `/api/lessons/${course.lesson.id}` }
}

test('pointing at a link loads its page, the click does not load it again', async ({ page, request }) => {
  const { course, link, data, lesson } = await openCourse(page, request)
  await link.hover()
  await expect.poll(() => data).toEqual([lesson])
  await settled(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: course.lesson.name })).toBeVisible()
  await settled(page)
  expect(data).toEqual([lesson])
})

test('so does the focus of the keyboard', async ({ page, request }) => {
  const { course, link, data, lesson } = await openCourse(page, request)
  await link.focus()
  await expect.poll(() => data).toEqual([lesson])
  await settled(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: course.lesson.name })).toBeVisible()
  await settled(page)
  expect(data).toEqual([lesson])
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  test('the touch begins to load, the tap does not load again', async ({ page, request }) => {
    const { course, link, data, lesson } = await openCourse(page, request)
    await link.dispatchEvent('touchstart')
    await expect.poll(() => data).toEqual([lesson])
    await settled(page)
    await link.tap()
    await expect(page.getByRole('heading', { level: 1, name: course.lesson.name })).toBeVisible()
    await settled(page)
    expect(data).toEqual([lesson])
  })
})

test('pointing at the tab of the journal loads it, and not the course again', async ({ page, request }) => {
  const { course, teacher } = await openCourse(page, request)
  await openAs(page, teacher.token, `/courses/${course.id}`)
  const tab = page.getByRole('main').getByRole('link', { name: 'Журнал' })
  await expect(tab).toBeVisible()
  await settled(page)
  const data = watchData(page)
  await tab.hover()
  const journal = `/api/courses/${course.id}/journal`
  await expect.poll(() => data.toSorted()).toEqual([journal, `${journal}/cohorts`])
  await settled(page)
  await tab.click()
  await expect(page.getByRole('grid')).toBeVisible()
  expect(data.filter((path) => path.endsWith('/journal'))).toHaveLength(1)
})

test('who saves data loads nothing by pointing', async ({ page, request }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const { course, link, data, lesson } = await openCourse(page, request)
  await link.hover()
  await page.mouse.move(0, 0)
  await link.focus()
  await settled(page)
  expect(data).toEqual([])
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: course.lesson.name })).toBeVisible()
  expect(data).toEqual([lesson])
})

test('a session that ended meanwhile closes the page that was entered', async ({ page, request }) => {
  const { link } = await openCourse(page, request)
  await page.route('**/api/auth/user', (route) =>
    route.fulfill({ status: 401, contentType: 'application/json', body: '{"code":"not-signed-in"}' }),
  )
  await link.click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('pointing at a page of the organisation section loads that page, and then what a curator edits', async ({
  page,
}) => {
  const { token } = await newPerson('curator')
  await openAs(page, token, '/organisation')
  const link = page.getByRole('main').getByRole('link', { name: 'Руководство', exact: true })
  await expect(page.getByRole('link', { name: 'Изменить: Руководство' })).toBeVisible()
  await settled(page)
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/organisation/pages') || pathname.includes('RichTextEditor')) {
      loaded.push(pathname.replace(/-[\w-]+\.(js|css)$/, '.$1'))
    }
  })
  await link.hover()
  await expect.poll(() => loaded).toEqual(['/api/organisation/pages/5'])
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Руководство' })).toBeVisible()
  await settled(page)
  loaded.length = 0
  await page.getByRole('link', { name: 'Изменить', exact: true }).hover()
  // the page shows whether its draft has changes: that is loaded already
  const editor = ['/build/assets/RichTextEditor.css', '/build/assets/RichTextEditor.js']
  await expect.poll(() => loaded.filter((path) => path.includes('RichTextEditor')).toSorted()).toEqual(editor)
  await settled(page)
  await page.getByRole('link', { name: 'Изменить', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Текст после сведений' })).toBeVisible()
  await settled(page)
  expect(loaded.filter((path) => path.includes('RichTextEditor')).toSorted()).toEqual(editor)
})
