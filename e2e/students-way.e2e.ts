import { dayMs } from '#contract/durations.ts'
import { accept, newSchool } from './own-task.ts'
import { callApi, demoToken, enterAs, expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('an overdue student sees it first, and an archived course needs nothing', async ({ page, request }) => {
  const school = await newSchool(request)
  const { token } = school.teacher
  const due_at = new Date(Date.now() - 3 * dayMs - 60_000).toISOString()
  const body = { assignment: { text: '<p>Сверстайте.</p>', due_at } }
  await callApi(request, 'PUT', `/api/lessons/${school.lessonId}`, { token, body })
  await openAs(page, school.student.token, '/')
  const overdue = page.getByRole('region', { name: 'Просрочено' })
  await expect(overdue).toContainText('Просрочено на 3 дня')
  await expect(overdue).toContainText('Сетка для лонгрида')
  await expect(page.getByText('Одна работа просрочена')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Задания', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Задания' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Сетка для лонгрида/ })).toContainText('Просрочено на 3 дня')
  await page.goto('/')
  await overdue.getByRole('link', { name: 'Начать: Сетка для лонгрида' }).click()
  await expect(page).toHaveURL(school.path)
  await page.getByRole('button', { name: 'Начать работу' }).click()
  await expect(page.getByRole('textbox', { name: /^Ответ/ })).toBeFocused()

  await callApi(request, 'PUT', `/api/courses/${school.course.id}`, { token, body: { status: 'archived' } })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Продолжить' })).toBeVisible()
  await expect(overdue).toHaveCount(0)
  await page.goto('/tasks')
  await expect(page.getByRole('link', { name: /Сетка для лонгрида/ })).toContainText('Курс в архиве')
  await expect(page.getByText(/Просрочено/)).toHaveCount(0)
  await page.goto(school.path)
  await expect(page.getByText('Курс в архиве: работы в нём можно только читать.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Отправить на проверку' })).toHaveCount(0)
})

test('an accepted task is offered as a project until the student declines', async ({ page, request }) => {
  const school = await newSchool(request)
  await accept(request, school)
  await openAs(page, school.student.token, '/')
  const steps = page.getByRole('region', { name: 'Что дальше' })
  const offer = steps.getByRole('link', { name: 'Сделать проект: Сетка для лонгрида' })
  await steps.getByRole('button', { name: 'Не предлагать: Сетка для лонгрида' }).press('Enter')
  await expect(offer).toHaveCount(0)
  // the line goes with its button
  await expect(steps.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Вернуть' }).click()
  await expect(offer).toBeVisible()
  expect(await violations(page)).toEqual([])
  await offer.click()
  await expect(page.getByLabel('Название')).toHaveValue('Сетка для лонгрида')
})

test('a student reaches «Задания» from every page, by mouse and by keys', async ({ page, request }) => {
  const school = await newSchool(request)
  const header = page.getByRole('banner')
  const profile = header.getByRole('link', { name: 'Профиль' })
  const item = header.getByRole('menuitem', { name: 'Задания' })
  await enterAs(page, school.student.token)
  for (const path of ['/', '/courses', `/courses/${school.course.id}`, `/lessons/${school.lessonId}`, '/projects']) {
    await page.goto(path)
    await expect(profile).toHaveAttribute('href', '/profile')
    await expect(header.getByText('Задания')).toHaveCount(0)
    await profile.hover()
    await expect(item, path).toBeVisible()
    await page.mouse.move(0, 500)
    await expect(item).toBeHidden()
  }
  await profile.focus()
  await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tasks')
  await header.getByRole('button', { name: 'Моё меню' }).click()
  await header.getByRole('menuitem', { name: 'Профиль' }).click()
  await expect(page).toHaveTitle('Практика — Профиль')
  await expect(page.getByRole('main')).toBeFocused()
  await header.getByRole('link', { name: 'Курсы' }).hover()
  await header.getByRole('link', { name: 'Все задания' }).click()
  await expect(page).toHaveURL('/tasks')
})

const signIn = async (page: import('@playwright/test').Page, email: string) => {
  await page.getByLabel('Почта или логин').fill(email)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo-password')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

test('a guest who came by a link is back there after the sign-in, even over a reload', async ({ page, request }) => {
  const school = await newSchool(request)
  await accept(request, school)
  const wanted = `${school.path}#verdict-1`
  await openAs(page, null, wanted)
  await expect(page).toHaveURL('/')
  const notice = page.getByRole('region', { name: 'Нужно войти' })
  await expect(notice).toBeVisible()
  await page.reload()
  await notice.getByRole('link', { name: 'Войти' }).click()
  await expect(page.getByText('После входа откроется страница, на которую вы шли.')).toBeVisible()
  await signIn(page, school.student.email)
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { name: 'Работа принята: 9 баллов' })).toBeInViewport()
})

test('whoever may not open the course that they came for is led to where one applies to it', async ({
  page,
  request,
}) => {
  await openAs(page, null, '/courses/1')
  const notice = page.getByRole('region', { name: 'Нужно войти' })
  await expect(notice).toContainText('Курс открыт тем, кто на него записан.')
  await notice.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByText('Она откроется, когда вас на него запишут.')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Вход' }).click()
  const { email } = await newPerson('student')
  await signIn(page, email)
  await expect(page).toHaveURL('/programs/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Основы вёрстки' })).toBeVisible()
  // a course that is announced to nobody says what to do
  const { id } = await newCourse(request, await newPerson('teacher'))
  await callApi(request, 'PUT', `/api/courses/${id}`, {
    token: await demoToken('curator'),
    body: { announced: false },
  })
  await page.goto(`/courses/${id}`)
  await expect(page.getByRole('main')).toContainText('Попросите школу записать вас')
})

test('a course leads to its own tasks', async ({ page }) => {
  await openAs(page, await demoToken('student'), '/courses/1')
  await page.getByRole('link', { name: 'Задания и сроки' }).click()
  await expect(page).toHaveURL('/tasks?course_id=1')
  await expect(page.getByText('Только курс «Основы вёрстки».')).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('Основы вёрстки')
  await expect(rows.filter({ hasNotText: 'Основы вёрстки' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Показать все задания' }).click()
  await expect(rows.filter({ hasNotText: 'Основы вёрстки' }).first()).toBeVisible()
})

test('the way back after the sign-in leads only to pages of the site, and once', async ({ page }) => {
  test.setTimeout(60_000)
  const { email } = await newPerson('student')
  for (const href of [
    'https://evil.example/tasks',
    '//evil.example/tasks',
    '/\\evil.example/tasks',
    '/login',
    'nope',
  ]) {
    await openAs(page, null, '/login')
    await page.evaluate((href) => {
      sessionStorage.setItem('wanted_page', JSON.stringify({ href, at: Date.now() }))
    }, href)
    await page.reload()
    await signIn(page, email)
    await expect(page, href).toHaveURL('/')
  }
  await openAs(page, null, '/profile')
  await page.getByRole('banner').getByRole('link', { name: 'Вход' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL('/profile')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Вход' }).click()
  await signIn(page, email)
  await expect(page).toHaveURL('/')
})

test('somebody who registers to see a page gets to it', async ({ page }) => {
  await openAs(page, null, '/tasks')
  const notice = page.getByRole('region', { name: 'Нужно войти' })
  await notice.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await page.getByLabel('Имя').fill('Мария')
  await page.getByLabel('Фамилия').fill('Орлова')
  await page.getByLabel('Почта').fill(`wanted-${Date.now()}@school.example`)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo-password')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page).toHaveURL('/tasks')
})
