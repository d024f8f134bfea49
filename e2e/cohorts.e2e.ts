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
  await page.getByRole('button', { name: `Добавить: Тая ${student.surname}` }).click()
  await expect(page.getByRole('button', { name: `Убрать: Тая ${student.surname}` })).toBeVisible()
  await page.getByLabel('Добавить курс').selectOption(course)
  await expect(page.getByRole('button', { name: `Убрать: ${course}` })).toBeVisible()
  await page.getByLabel('Найти преподавателя').fill(leader.surname)
  await page.getByRole('button', { name: `Добавить: Инна ${leader.surname}` }).click()
  await expect(page.getByText(`Классный руководитель: Инна ${leader.surname}`)).toBeVisible()
  expect(await violations(page)).toEqual([])

  await openAs(page, student.token, '/courses')
  await expect(page.getByRole('link', { name: course })).toBeVisible()

  await openAs(page, leader.token, '/courses')
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('Отстаёт 1 из 1')).toBeVisible()
  await expect(page.getByText('1 работа просрочена')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Удалить' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})
