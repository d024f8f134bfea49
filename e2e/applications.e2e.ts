import type { APIRequestContext } from '@playwright/test'
import { demoPassword } from '#server/users/users.factory.ts'
import { callApi, expect, newPerson, openAs, type Person, test } from './school.ts'
import { violations } from './violations.ts'

/** A course that everybody may apply to. */
const newProgram = async (request: APIRequestContext, teacher: Person, name: string) => {
  const body = { name, status: 'published', announced: true, enrolling: true }
  const { course } = await callApi(request, 'POST', '/api/courses', { token: teacher.token, body })
  return course.id as number
}

test('a guest applies with the registration, the teacher accepts, and the student takes the course', async ({
  page,
  newDevice,
  request,
}) => {
  test.setTimeout(90_000)
  const teacher = await newPerson('teacher')
  const name = `Плакат ${Date.now()}`
  const id = await newProgram(request, teacher, name)
  const email = `guest-${Date.now()}-${process.pid}@school.example`

  await openAs(page, null, `/programs/${id}`)
  await page.getByRole('link', { name: 'Подать заявку' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/registration\\?program=${id}$`))
  await expect(page.getByText(`заявку на курс «${name}»`)).toBeVisible()
  await page.getByLabel('О себе').fill('Рисую афиши для школьного театра')
  // the typed message survives a reload
  await page.reload()
  await expect(page.getByLabel('О себе')).toHaveValue('Рисую афиши для школьного театра')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Имя').fill('Ника')
  await page.getByLabel('Фамилия').fill('Сомова')
  await page.getByLabel('Почта', { exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Пароль' }).fill('long enough')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Подать заявку' }).click()
  await expect(page).toHaveURL(new RegExp(`/programs/${id}$`))
  const enrol = page.getByRole('region', { name: 'Как записаться' })
  await expect(enrol.getByText('Ждёт ответа')).toBeVisible()
  await expect(enrol.getByRole('button', { name: 'Подать заявку' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  const school = await newDevice()
  await openAs(school, teacher.token, '/')
  await school.getByRole('link', { name: /Заявки на курсы/ }).click()
  await expect(school.getByRole('heading', { level: 1, name: 'Заявки' })).toBeVisible()
  await expect(school.getByText('Рисую афиши для школьного театра')).toBeVisible()
  expect(await violations(school)).toEqual([])
  await school.getByRole('button', { name: 'Принять: Ника Сомова' }).click()
  await expect(school.getByText('Новых заявок нет')).toBeVisible()

  await page.reload()
  await page.getByRole('link', { name: 'Открыть курс' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a student without a course is first shown those that can be joined', async ({ page, request }) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  await newProgram(request, teacher, 'Плакат')
  const open = page.getByRole('region', { name: 'Набор открыт' })
  for (const path of ['/', '/courses']) {
    await openAs(page, student.token, path)
    await expect(open.getByRole('link').first()).toBeInViewport()
    expect(await violations(page)).toEqual([])
  }
  await expect(open).toContainText('сообщите им почту, с которой вы зарегистрировались')
  await open.getByRole('link').first().click()
  await expect(
    page
      .getByRole('link', { name: 'Подать заявку' })
      .or(page.getByRole('button', { name: 'Подать заявку' }))
      .first(),
  ).toBeVisible()
})

test('a student withdraws an application, and reads why another was declined', async ({ page, request }) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const id = await newProgram(request, teacher, 'Сетка и ритм')
  await openAs(page, student.token, `/programs/${id}`)
  const enrol = page.getByRole('region', { name: 'Как записаться' })
  await enrol.getByLabel('О себе').fill('Хочу верстать')
  await enrol.getByRole('button', { name: 'Подать заявку' }).click()
  await enrol.getByRole('button', { name: 'Отозвать заявку' }).click()
  // in case it was a mistake
  await expect(enrol.getByLabel('О себе')).toHaveValue('Хочу верстать')
  await enrol.getByRole('button', { name: 'Подать заявку' }).click()
  await expect(enrol.getByText('Ждёт ответа')).toBeVisible()

  // once it is no longer announced, there is no page about it
  await callApi(request, 'PUT', `/api/courses/${id}`, { token: teacher.token, body: { announced: false } })
  await page.goto('/')
  const sent = page.getByRole('region', { name: 'Заявки на курсы' })
  await expect(sent.getByRole('link', { name: /Сетка и ритм/ })).toHaveAttribute('href', '/applications')

  const { applications } = await callApi(request, 'GET', '/api/applications', { token: teacher.token })
  await callApi(request, 'POST', `/api/applications/${applications[0].id}/decline`, {
    token: teacher.token,
    body: { reason: 'Группа уже набрана' },
  })
  await page.goto('/applications')
  await expect(page.getByText('Отклонена')).toBeVisible()
  await expect(page.getByText('Группа уже набрана')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('guests reach courses and projects from the header, on a phone by its menu', async ({ page }) => {
  await openAs(page, null, '/')
  const menu = page.getByRole('navigation', { name: 'Главное меню' })
  await expect(menu.getByRole('link', { name: 'Программы' })).toHaveAttribute('href', '/#courses')
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(menu.getByRole('link', { name: 'Проекты' })).toBeHidden()
  await menu.locator('summary').click()
  expect(await violations(page)).toEqual([])
  await menu.getByRole('link', { name: 'Проекты' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Проекты' })).toBeVisible()
})

test('somebody with an account signs in, and returns to the course with their typed text', async ({
  page,
  request,
}) => {
  const [teacher, student, other] = await Promise.all([
    newPerson('teacher'),
    newPerson('student'),
    newPerson('student'),
  ])
  const id = await newProgram(request, teacher, 'Буквы и знаки')
  await openAs(page, null, `/registration?program=${id}`)
  await page.getByLabel('О себе').fill('Уже учусь у вас')
  await page.getByRole('link', { name: 'Войдите' }).click()
  // the form before it has a field of the same name
  await expect(page.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  await page.getByLabel('Почта или логин').fill(student.email)
  const password = page.getByRole('textbox', { name: 'Пароль' })
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await password.fill(demoPassword)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/programs/${id}$`))
  const enrol = page.getByRole('region', { name: 'Как записаться' })
  const field = enrol.getByLabel('О себе')
  await expect(field).toHaveValue('Уже учусь у вас')
  // whoever uses the device next finds nothing of it
  for (const [token, text] of [
    [other.token, ''],
    [student.token, 'Уже учусь у вас'],
  ] as const) {
    await page.evaluate((own) => localStorage.setItem('access_token', own), token)
    await page.reload()
    await expect(field).toHaveValue(text)
  }
  await enrol.getByRole('button', { name: 'Подать заявку' }).click()
  await expect(enrol.getByText('Ждёт ответа')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Буквы и знаки.*отправлена/ })).toBeVisible()
})

test('a teacher is asked before somebody is accepted into a full course', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  const [taken, student] = [await newPerson('student'), await newPerson('student', 'Ника', 'Сомова')]
  const id = await newProgram(request, teacher, `Плакат ${Date.now()}`)
  const { token } = teacher
  await callApi(request, 'POST', `/api/programs/${id}/applications`, { token: student.token, body: {} })
  await callApi(request, 'PUT', `/api/courses/${id}`, { token, body: { seats: 1 } })
  await callApi(request, 'PUT', `/api/courses/${id}/students`, { token, body: { user_ids: [taken.id] } })
  await openAs(page, token, '/applications')
  const accept = page.getByRole('button', { name: 'Принять: Ника Сомова' })
  await accept.click()
  const question = page.getByRole('dialog', { name: 'Принять заявку: Ника Сомова?' })
  await expect(question).toContainText('На курсе 1 место, оно занято. Принять всё равно?')
  await question.getByRole('button', { name: 'Отменить' }).click()
  await expect(accept).toBeEnabled()
  await accept.click()
  await question.getByRole('button', { name: 'Принять' }).click()
  await expect(page.getByText('Новых заявок нет')).toBeVisible()
})
