import { callApi, demoToken, expect, handIn, newCourse, newPerson, openAs, settled, stopClock, test } from './school.ts'

// menus, dialogs and drawers move here; other stories ask for less motion
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a guest sees «Вход» and «Регистрация»', async ({ page }) => {
  await openAs(page, null, '/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Вход' })).toHaveAttribute('href', '/login')
  await expect(header.getByRole('link', { name: 'Регистрация' })).toHaveAttribute('href', '/registration')
  await expect(header.getByText('Курсы')).toHaveCount(0)
  await expect(header.getByRole('button', { name: /^Уведомления/ })).toHaveCount(0)
})

test('a student without courses has no «Курсы»; with one it opens by hover, arrow and key', async ({
  page,
  request,
}) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  await openAs(page, student.token, '/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: /^Уведомления/ })).toBeVisible()
  await expect(header.getByText('Курсы')).toHaveCount(0)
  await expect(header.getByText('Задания')).toHaveCount(0)

  const course = await newCourse(request, teacher, { students: [student] })
  await page.reload()
  const courses = header.getByRole('link', { name: 'Курсы' })
  const item = page.getByRole('menuitem', { name: course.name })
  await courses.hover()
  await expect(item).toHaveAttribute('href', `/courses/${course.id}`)
  await page.mouse.move(0, 500)
  await expect(item).toBeHidden()
  await header.getByRole('button', { name: 'Список курсов' }).focus()
  await page.keyboard.press('Enter')
  await expect(item).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  await expect(header.getByRole('button', { name: 'Список курсов' })).toBeFocused()
  await courses.focus()
  await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Escape')
  await courses.click()
  await expect(page).toHaveURL('/courses')
})

test('teachers and curators have «Задания»; only students have the bell', async ({ page }) => {
  for (const role of ['teacher', 'curator'] as const) {
    await openAs(page, await demoToken(role), '/')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: /Задания/ })).toHaveAttribute('href', '/tasks')
    await expect(header.getByRole('link', { name: 'Курсы' })).toHaveAttribute('href', '/courses')
    await expect(header.getByRole('link', { name: 'Профиль' })).toHaveAttribute('href', '/profile')
    await expect(header.getByRole('button', { name: /^Уведомления/ })).toHaveCount(0)
  }
})

test('the drawer shows what happened and marks it read by mouse and by focus', async ({ page, request }) => {
  const [teacher, student] = await Promise.all([newPerson('teacher', 'Вера', 'Громова'), newPerson('student')])
  const course = await newCourse(request, teacher, { students: [student] })
  const task = await handIn(request, student, course.lesson.id, '<p>Готово</p>')
  const token = teacher.token
  await callApi(request, 'POST', `/api/tasks/${task}/like`, { token })
  await callApi(request, 'POST', `/api/tasks/${task}/review`, {
    token,
    body: { attempt: 1, verdict: 'returned', comment: 'Поправьте поля' },
  })
  const unread = async () =>
    (await callApi(request, 'GET', '/api/auth/user', { token: student.token })).user.notifications.unread
  // the course, the lesson, the like and the verdict, which is sent once it can no longer be taken back
  await expect.poll(unread, { timeout: 20_000 }).toBe(4)
  const before = await unread()

  await openAs(page, student.token, '/')
  const bell = page.getByRole('button', { name: /^Уведомления/ })
  await bell.click()
  const drawer = page.getByRole('dialog', { name: 'Уведомления' })
  await expect(drawer).toBeVisible()
  // 30rem wide, up to the edge of the window (specification §2)
  await expect
    .poll(async () => {
      const { x = 0, width = 0 } = (await drawer.boundingBox()) ?? {}
      return { right: Math.round(x + width), width: Math.round(width) }
    })
    .toEqual({ right: page.viewportSize()?.width, width: 480 })
  await expect(drawer.getByText('Нравится!')).toBeVisible()
  const verdict = drawer.getByRole('listitem').filter({ hasText: 'Поправьте поля' })
  await expect(verdict.getByText('На доработке')).toBeVisible()
  await expect(verdict.getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible()
  await expect(verdict.getByRole('link', { name: /Вера Громова/ })).toHaveAttribute('href', `/users/${teacher.id}`)
  await expect(verdict.getByRole('link', { name: course.lesson.name })).toHaveAttribute(
    'href',
    `/lessons/${course.lesson.id}?work#verdict-1`,
  )

  await expect(verdict.getByRole('img', { name: 'Не прочитано' })).toBeVisible()
  const reload = page.waitForResponse('**/api/auth/user')
  await verdict.hover()
  await reload
  await expect(verdict.getByRole('img', { name: 'Не прочитано' })).toHaveCount(0)
  await expect.poll(unread).toBeLessThan(before)
  const left = await unread()
  await drawer
    .getByRole('listitem')
    .filter({ has: page.getByRole('img', { name: 'Не прочитано' }) })
    .last()
    .focus()
  await expect.poll(unread).toBeLessThan(left)

  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.click()
  await expect(drawer).toBeVisible()
  await page.mouse.click(100, 400)
  await expect(drawer).toBeHidden()
  await bell.click()
  await drawer.getByRole('button', { name: 'Закрыть' }).click()
  await expect(drawer).toBeHidden()
})

test('the cookie notice appears after two seconds, until it is accepted', async ({ page }) => {
  await stopClock(page)
  await openAs(page, null, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const accept = page.getByRole('button', { name: 'Окей' })
  await page.clock.runFor(1500)
  await expect(accept).toHaveCount(0)
  await page.clock.runFor(1000)
  await expect(accept).toBeVisible()
  await accept.click()
  await expect(accept).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('cookies_accepted'))).toBe('true')
  await page.reload()
  await page.clock.runFor(5000)
  await expect(accept).toHaveCount(0)
  await openAs(page, await demoToken('student'), '/')
  await page.clock.runFor(5000)
  await expect(accept).toHaveCount(0)
})

test('a new version of the site asks to reload', async ({ page, request }) => {
  const current = await callApi(request, 'GET', '/api/assets-version')
  let asked = 0
  let version = {}
  await page.route('**/api/assets-version', async (route) => {
    asked += 1
    await route.fulfill({ json: { ...current, ...version } })
  })
  await page.clock.install()
  await openAs(page, null, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() =>
    window.addEventListener('assetsUpdate', () => document.body.setAttribute('data-updated', '')),
  )
  // at once, though the app loads on a served page only when that is touched, or after a minute
  await expect.poll(() => asked).toBe(1)
  version = { js: 'index-of-tomorrow.js' }
  await page.clock.runFor(60_000)
  const question = page.getByRole('dialog', { name: 'Перезагрузите страницу' })
  await expect(question).toContainText('Версия сайта была изменена.')
  await expect(page.locator('body')).toHaveAttribute('data-updated', '')
  // it appears by itself: an Enter that was on its way does not reload the page
  await expect(question.getByRole('button', { name: 'Отменить' })).toBeFocused()
  await question.getByRole('button', { name: 'Отменить' }).click()
  await expect(question).toBeHidden()
  // again at the next look, as the specification has it (§4)
  await page.clock.runFor(60_000)
  await question.getByRole('button', { name: 'Перезагрузить' }).click()
  await expect(page.locator('body')).not.toHaveAttribute('data-updated')
})

test('signing in and out', async ({ page, request }) => {
  const student = await newPerson('student')
  await openAs(page, null, '/login')
  await page.getByLabel('Почта').fill(student.email)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('wrong-password')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('не подошли')
  await expect(page.getByLabel('Почта')).toHaveValue(student.email)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo-password')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Профиль' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  expect(token).toBeTruthy()

  await page.getByRole('link', { name: 'Профиль' }).click()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Вход' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  const response = await request.get('/api/auth/user', { headers: { authorization: `Bearer ${token}` } })
  expect(response.status()).toBe(401)
})

test('the demo accounts sign in with one click', async ({ page }) => {
  await openAs(page, null, '/login')
  await page.getByRole('button', { name: /Преподаватель/ }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: /Задания/ })).toBeVisible()
})

test('registration asks for the age, then for the consent, and opens an account', async ({ page }) => {
  await openAs(page, null, '/registration')
  const age = page.getByRole('group', { name: 'Сколько вам лет?' })
  await expect(age.getByRole('radio', { name: '14 или больше' })).toBeChecked()
  await page.getByLabel('Имя').fill('Анна')
  await page.getByLabel('Фамилия').fill('Ёлкина')
  await page.getByLabel('Почта').fill(`anna-${Date.now()}@school.example`)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('long enough')
  const send = page.getByRole('button', { name: 'Зарегистрироваться' })
  await send.click()
  await expect(page.getByText('Без согласия учётную запись открыть нельзя')).toBeVisible()
  const consent = page.getByRole('checkbox', { name: /согласие на обработку персональных данных/ })
  await expect(consent).not.toBeChecked()
  await consent.check()
  await send.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: /^Уведомления/ })).toBeVisible()
})

test('a lost network keeps the person signed in; a dead session does not', async ({ page, request }) => {
  const student = await newPerson('student')
  await openAs(page, student.token, '/')
  await expect(page.getByRole('link', { name: 'Профиль' })).toBeVisible()
  await page.route('**/api/auth/user', (route) => route.abort())
  await page.getByRole('link', { name: 'Профиль' }).click()
  await expect(page.getByText('Нет сети').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(student.token)
  await page.unroute('**/api/auth/user')

  await callApi(request, 'POST', '/api/auth/logout', { token: student.token })
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Вход' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

test('other words of the school wait for the next page: what is being typed stays', async ({ page, request }) => {
  const { school } = await callApi(request, 'GET', '/api/settings/school')
  const { token } = await newPerson('curator')
  await page.clock.install()
  await openAs(page, token, '/profile')
  await page.getByRole('button', { name: 'Изменить профиль' }).click()
  const about = page.getByLabel('О себе')
  await about.fill('Веду кружок')
  await page.route('**/api/settings/school', (route) =>
    route.fulfill({ json: { school: { ...school, student_word: 'pupil' } } }),
  )
  const changed = page.waitForResponse('**/api/settings/school')
  // somebody who comes back to the tab after a while
  await page.clock.fastForward('10:00')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await (await changed).finished()
  await settled(page)
  await expect(about).toBeFocused()
  await expect(about).toHaveValue('Веду кружок')
  await page.getByRole('banner').getByRole('link', { name: 'Практика', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click()
  await page.getByRole('link', { name: /^Пользователи/ }).click()
  await expect(page.getByRole('link', { name: 'Ученики' })).toBeVisible()
})
