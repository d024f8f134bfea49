import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator makes a class, its student gets the courses, and its leader sees who has fallen behind', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  const [curator, leader, student] = await Promise.all([
    newPerson('curator'),
    newPerson('teacher', 'Инна', `Лаптева${Date.now()}`),
    newPerson('student', 'Тая', `Уткина${Date.now()}`),
  ])
  const course = `Коллаж ${Date.now()}`
  const body = { name: course, status: 'published' }
  const made = await callApi(request, 'POST', '/api/courses', { token: curator.token, body })
  const assignment = { text: '<p>Сделайте коллаж</p>', due_at: '2026-01-01T10:00:00Z' }
  await callApi(request, 'POST', '/api/lessons', {
    token: curator.token,
    body: { course_id: made.course.id, name: 'Бумага', status: 'published', assignment },
  })

  const name = `8 «В» ${Date.now()}`
  await openAs(page, curator.token, '/users?tab=cohorts')
  await page.getByRole('button', { name: 'Новый класс' }).click()
  await page.getByLabel('Название').fill(name)
  await page.getByLabel('Первый день').fill('2026-09-01')
  await page.getByRole('button', { name: 'Создать' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByLabel('Найти студента').fill(student.surname)
  await page.getByRole('button', { name: `Добавить: Тая ${student.surname}` }).press('Enter')
  await expect(page.getByRole('button', { name: `Убрать: Тая ${student.surname}` })).toBeVisible()
  await expect(page.getByText('уже здесь')).toBeFocused()
  // a course that is only passed by on the way through the list is not added
  await page.getByLabel('Добавить курс').press('ArrowDown')
  await page.getByLabel('Добавить курс').selectOption(course)
  await page.getByRole('button', { name: 'Добавить', exact: true }).click()
  await expect(page.getByRole('button', { name: `Убрать: ${course}` })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Курсы' }).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Найти преподавателя').fill(leader.surname)
  await page.getByRole('button', { name: `Добавить: Инна ${leader.surname}` }).click()
  await expect(page.getByText(`Классный руководитель: Инна ${leader.surname}`)).toBeVisible()
  expect(await violations(page)).toEqual([])

  // what a colleague changes in the meantime stays
  await page.getByRole('button', { name: 'Название и даты' }).click()
  await page.getByLabel('Последний день').fill('2027-05-31')
  const colleague = await newPerson('curator')
  const path = `/api${new URL(page.url()).pathname.replace('classes', 'cohorts')}`
  const renamed = name.replace('8', '9')
  await callApi(request, 'PUT', path, { token: colleague.token, body: { name: renamed } })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()

  await openAs(page, student.token, '/courses')
  await expect(page.getByRole('link', { name: course })).toBeVisible()

  await openAs(page, leader.token, '/courses')
  await page.getByRole('link', { name: renamed }).click()
  await expect(page.getByText('Отстаёт 1 из 1')).toBeVisible()
  await expect(page.getByText('1 работа просрочена')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Удалить' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('a leader prints new passwords for the class on a sheet of slips, and one of them works', async ({
  page,
  request,
}) => {
  const [curator, leader] = await Promise.all([newPerson('curator'), newPerson('teacher')])
  const as = (body: object) => ({ token: curator.token, body })
  const children = await Promise.all(
    ['Ада', 'Ева'].map(async (name, at): Promise<number> => {
      const login = `pupil-${Date.now()}-${at}`
      const body = { name, surname: 'Листова', role: 'student', login, birth_date: '2001-02-03' }
      return (await callApi(request, 'POST', '/api/users', as(body))).user.id
    }),
  )
  const name = `5 «Б» ${Date.now()}`
  const student_ids = [...children, (await newPerson('student')).id]
  const { cohort } = await callApi(request, 'POST', '/api/cohorts', as({ name, leader_ids: [leader.id], student_ids }))

  await openAs(page, leader.token, `/classes/${cohort.id}`)
  await page.getByRole('button', { name: 'Пароли на бумаге' }).click()
  await expect(page.getByRole('checkbox', { name: 'Ада Листова' })).toBeChecked()
  expect(await violations(page)).toEqual([])
  // nothing closes what is on its way, and then the slips but their button: the old passwords are dead
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/users/passwords', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/users/passwords')
  await page.getByRole('button', { name: 'Выдать: 2 пароля' }).click()
  await asked
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Отменить' }).click()
  release()
  const dialog = page.getByRole('dialog', { name: 'Новые пароли' })
  await expect(dialog.getByRole('button')).toHaveText(['Распечатать', 'Готово'])
  await page.keyboard.press('Escape')
  const slip = await dialog.getByRole('listitem').filter({ hasText: 'Ада Листова' }).textContent()

  await page.emulateMedia({ media: 'print' })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([name])
  await expect(page.getByRole('listitem').filter({ hasText: 'Листова' })).toHaveCount(2)
  await page.emulateMedia({ media: 'screen' })

  const [, email, password] = /Логин: (\S+)Пароль: (\S+)/.exec(slip ?? '') ?? []
  await callApi(request, 'POST', '/api/auth/login', { body: { email, password } })
})

test('names in the progress of a class break between words on a phone', async ({ page, request }) => {
  const curator = await newPerson('curator')
  const student = await newPerson('student', 'Александра', 'Верхневолжская-Преображенская')
  const as = (body: object) => ({ token: curator.token, body })
  const { course } = await callApi(request, 'POST', '/api/courses', as({ name: `Плакат ${Date.now()}` }))
  const body = { name: `9 «Г» ${Date.now()}`, student_ids: [student.id], course_ids: [course.id] }
  const { cohort } = await callApi(request, 'POST', '/api/cohorts', as(body))
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, curator.token, `/classes/${cohort.id}`)
  const name = page.getByRole('rowheader').getByText(student.surname)
  await expect(name).toBeVisible()
  const torn = await name.evaluate((element) => {
    const words = [...(element.textContent ?? '').matchAll(/[а-яё]+/gi)].map(([word]) => word)
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    return words.filter((word) => {
      const text = texts.find((node) => node.textContent?.includes(word))
      const at = text?.textContent?.indexOf(word) ?? -1
      if (!text || at < 0) return true
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + word.length)
      return range.getClientRects().length !== 1
    })
  })
  expect(torn).toEqual([])
})

test('who looks at a class that a colleague has deleted learns it by the first act', async ({ page, request }) => {
  const curator = await newPerson('curator')
  const student = await newPerson('student', 'Тая', `Уткина${Date.now()}`)
  const as = (body?: object) => ({ token: curator.token, ...(body && { body }) })
  const { cohort } = await callApi(request, 'POST', '/api/cohorts', as({ name: `7 «А» ${Date.now()}` }))
  await openAs(page, curator.token, `/classes/${cohort.id}?view=members`)
  await page.getByLabel('Найти студента').fill(student.surname)
  const add = page.getByRole('button', { name: `Добавить: Тая ${student.surname}` })
  await expect(add).toBeVisible()
  await callApi(request, 'DELETE', `/api/cohorts/${cohort.id}`, as())
  await add.click()
  await expect(page.getByText('Не удалось изменить список')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Ошибка 404' })).toBeVisible()
})
