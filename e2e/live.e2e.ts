import type { APIRequestContext, Page, Request } from '@playwright/test'
import { isStream, openListening } from './live-events.ts'
import { callApi, expect, handIn, newCourse, newPerson, openAs, type Person, settled, test } from './school.ts'

/** A course with a task that waits for review. */
const newSubmission = async (request: APIRequestContext) => {
  const [teacher, student] = await Promise.all([newPerson('teacher', 'Анна', 'Лебедева'), newPerson('student')])
  const course = await newCourse(request, teacher, { students: [student] })
  const taskId = await handIn(request, student, course.lesson.id, '<p>Мой плакат.</p>')
  return { teacher, student, course, taskId, lessonId: course.lesson.id }
}

/** The calls of the page from now on, without its streams, what it polls every minute, and what notifications cause. */
const watchCalls = (page: Page) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(?!events|assets-version|auth\/user|announcements)/.test(pathname))
      calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** Lets the time pass over which a page gathers events, and waits until it has loaded what they are about. */
const gather = async (page: Page) => {
  await page.clock.runFor(2500)
  await settled(page)
}

const comment = (request: APIRequestContext, person: Person, taskId: number, text: string) =>
  callApi(request, 'POST', `/api/tasks/${taskId}/comments`, { token: person.token, body: { text } })

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления', exact: true })

test('the bell and an open drawer are up to date', async ({ page, request }) => {
  const { teacher, student, taskId } = await newSubmission(request)
  await openListening(page, student, '/')
  // the notifications of the enrolment and of a lesson were there before
  await expect(bell(page, 2)).toBeVisible()
  await comment(request, teacher, taskId, 'Посмотрите на поля')
  await expect(bell(page, 3)).toBeVisible()

  await page.getByRole('button', { name: /^Уведомления/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Уведомления' })
  await expect(drawer.getByText('Посмотрите на поля')).toBeVisible()
  await comment(request, teacher, taskId, 'И на заголовок')
  await expect(drawer.getByText('И на заголовок')).toBeVisible()
  await expect(drawer.getByText('Посмотрите на поля')).toBeVisible()
})

test('a student’s open lesson shows the reviewer, and then the verdict, and loses nothing that is typed', async ({
  page,
  request,
}) => {
  const { teacher, student, taskId, lessonId } = await newSubmission(request)
  const lease = (method: 'POST' | 'DELETE') =>
    callApi(request, method, `/api/tasks/${taskId}/lease`, { token: teacher.token, body: {} })
  await page.clock.install()
  await openListening(page, student, `/lessons/${lessonId}`)
  const steps = page.getByRole('list', { name: 'Ход работы' })
  await expect(steps).toContainText('Ждёт проверки')
  const message = page.getByRole('textbox', { name: 'Новое сообщение' })
  await message.fill('Пишу, пока вы смот')
  await lease('POST')
  await expect(steps).toContainText('Проверяет Анна Лебедева')
  // all events of before have arrived, and would be loaded later
  await gather(page)
  const calls = watchCalls(page)
  await lease('DELETE')
  await expect(steps).toContainText('Ждёт проверки')
  await lease('POST')
  await expect(steps).toContainText('Проверяет Анна Лебедева')
  await gather(page)
  expect(calls).toEqual([])

  const body = { attempt: 1, verdict: 'returned', comment: 'Сдвиньте заголовок' }
  await callApi(request, 'POST', `/api/tasks/${taskId}/review`, { token: teacher.token, body })
  await expect(steps).toContainText('Доработайте по комментарию', { timeout: 20_000 })
  await expect(message).toHaveValue('Пишу, пока вы смот')

  // and while the next attempt is written
  const answer = page.getByRole('textbox', { name: /^Ответ/ })
  await page.getByRole('button', { name: 'Исправить' }).click()
  await answer.fill('Заголовок сдвинут и ещё недопис')
  await comment(request, teacher, taskId, 'И не забудьте про отступы')
  await expect(page.getByRole('region', { name: 'Обсуждение' })).toContainText('И не забудьте про отступы')
  await expect(answer).toHaveText('Заголовок сдвинут и ещё недопис')
  await expect(message).toHaveValue('Пишу, пока вы смот')
})

test('a teacher sees who has a task, and new tasks, as it happens', async ({ page, request }) => {
  const { teacher, student, course, taskId } = await newSubmission(request)
  const [other, second] = [await newPerson('teacher', 'Пётр', 'Ильин'), await newPerson('student')]
  const { token } = teacher
  await callApi(request, 'PUT', `/api/courses/${course.id}/teachers`, {
    token,
    body: { user_ids: [teacher.id, other.id] },
  })
  const students = { user_ids: [student.id, second.id] }
  await callApi(request, 'PUT', `/api/courses/${course.id}/students`, { token, body: students })
  const takeAndLeave = async () => {
    await callApi(request, 'POST', `/api/tasks/${taskId}/lease`, { token, body: {} })
    await expect(page.getByText('Проверяет Анна').first()).toBeVisible()
    await callApi(request, 'DELETE', `/api/tasks/${taskId}/lease`, { token })
    await expect(page.getByText('Проверяет Анна')).toHaveCount(0)
  }
  await page.clock.install()
  await openListening(page, other, '/tasks')
  await takeAndLeave()
  // all events of before have arrived, and would be loaded later
  await gather(page)
  const calls = watchCalls(page)
  await takeAndLeave()
  await gather(page)
  // the open task beside the queue may have its own calls
  expect(calls.filter((call) => call === 'GET /api/tasks')).toEqual([])

  await expect(page.getByRole('link', { name: 'Задания' })).toContainText('1')
  await handIn(request, second, course.lesson.id, '<p>Второй плакат.</p>')
  await expect(page.getByRole('link', { name: 'Задания' })).toContainText('2')
})

/** Lets time pass on the clock of the page until this passes, however long the machine takes to do what is due. */
const passTime = (page: Page, check: () => Promise<void>, stepMs = 5000) =>
  expect(async () => {
    await page.clock.fastForward(stepMs)
    await check()
  }).toPass()

test('where streams fail the page polls', async ({ page, request }) => {
  test.setTimeout(120_000)
  const { teacher, student, taskId, lessonId } = await newSubmission(request)
  await page.route(/\/api\/events$/, (route) => route.abort())
  await page.clock.install()
  await openAs(page, student.token, `/lessons/${lessonId}`)
  const steps = page.getByRole('list', { name: 'Ход работы' })
  const thread = page.getByRole('region', { name: 'Обсуждение' })
  await expect(steps).toContainText('Ждёт проверки')
  await callApi(request, 'POST', `/api/tasks/${taskId}/lease`, { token: teacher.token, body: {} })
  await comment(request, teacher, taskId, 'Почти готово')
  const soon = { timeout: 1000 }
  await passTime(page, () => expect(thread).toContainText('Почти готово', soon))
  await passTime(page, () => expect(page.getByRole('button', { name: /непрочитанных/ })).toBeVisible(soon))
  await expect(steps).toContainText('Проверяет Анна')

  // and receives events again when they work
  const streams: number[] = []
  page.on('response', (response) => isStream(response.request()) && streams.push(response.status()))
  await page.unroute(/\/api\/events$/)
  await passTime(page, async () => expect(streams).toContain(200))
  // from here on its time passes in small steps: no poll, every 20 s, brings what an event is about
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
  await callApi(request, 'DELETE', `/api/tasks/${taskId}/lease`, { token: teacher.token })
  await passTime(page, () => expect(steps).toContainText('Ждёт проверки', soon), 100)
  await comment(request, teacher, taskId, 'Теперь слышно')
  await passTime(page, () => expect(thread).toContainText('Теперь слышно', soon), 500)
})

test('eight tabs do not block each other from the site', async ({ context, page, request }) => {
  test.setTimeout(120_000)
  const { teacher, student, taskId, lessonId } = await newSubmission(request)
  await openAs(page, student.token, '/')
  const open = new Set<Request>()
  const listening = new Set<Page>()
  const tabs: Page[] = []
  for (let count = 0; count < 8; count += 1) {
    const tab = await context.newPage()
    tab.on('request', (asked) => isStream(asked) && open.add(asked))
    tab.on('response', (response) => isStream(response.request()) && listening.add(tab))
    tab.on('requestfailed', (asked) => open.delete(asked))
    tab.on('requestfinished', (asked) => open.delete(asked))
    // a page loads at once even while the others listen
    await tab.goto(`/lessons/${lessonId}`, { timeout: 10_000 })
    await expect(tab.getByRole('list', { name: 'Ход работы' })).toContainText('Ждёт проверки')
    tabs.push(tab)
  }
  const last = tabs.at(-1) as Page
  // a page begins to listen once it has been quiet for some seconds: with eight of them, that takes a while
  await expect.poll(() => listening.has(last), { timeout: 30_000 }).toBe(true)
  await expect.poll(() => open.size).toBeLessThanOrEqual(3)
  expect(open.size).toBeGreaterThan(0)

  await comment(request, teacher, taskId, 'Всем вкладкам')
  await expect(last.getByRole('region', { name: 'Обсуждение' })).toContainText('Всем вкладкам')
  // the first one has left its stream to the others: it receives events again once it is visible
  const first = tabs[0] as Page
  await first.bringToFront()
  await first.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(first.getByRole('region', { name: 'Обсуждение' })).toContainText('Всем вкладкам')
  await expect.poll(() => open.size).toBeLessThanOrEqual(3)
})

test('a hidden page leaves its stream, and catches up when it is visible', async ({ page, request, newDevice }) => {
  const { teacher, student, taskId, lessonId } = await newSubmission(request)
  await page.clock.install()
  const opened = page.waitForRequest(isStream)
  await openAs(page, student.token, `/lessons/${lessonId}`)
  await expect(page.getByRole('list', { name: 'Ход работы' })).toContainText('Ждёт проверки')
  const stream = await opened
  await stream.response()

  const show = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  const left = page.waitForEvent('requestfailed', isStream)
  await show(true)
  await page.clock.fastForward(61_000)
  await left
  const visible = await newDevice()
  await openListening(visible, student, `/lessons/${lessonId}`)
  // what it asked for before must not bring the comment
  await settled(page)
  await comment(request, teacher, taskId, 'Пока вас не было')
  await expect(visible.getByRole('region', { name: 'Обсуждение' })).toContainText('Пока вас не было')
  await expect(page.getByText('Пока вас не было')).toHaveCount(0)
  await show(false)
  await expect(page.getByRole('region', { name: 'Обсуждение' })).toContainText('Пока вас не было')
})

test('a stream ends with the sign-out, and the next person has their own', async ({ page, request }) => {
  const { student, teacher } = await newSubmission(request)
  await openListening(page, student, '/profile')
  const ended = page.waitForEvent('requestfailed', isStream)
  await page.getByRole('button', { name: /Выйти/ }).click()
  await ended
  const next = page.waitForRequest(isStream)
  await page.getByRole('link', { name: 'Вход' }).click()
  await page.getByLabel('Почта').fill(teacher.email)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo-password')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  const { authorization = '', ...headers } = await (await next).allHeaders()
  expect(authorization).not.toContain(student.token)
  expect(headers).not.toHaveProperty('last-event-id')
  expect((await (await next).response())?.status()).toBe(200)
})
