import { callApi, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a teacher sees course and lesson as a student does, changes nothing, and comes back', async ({
  page,
  request,
}) => {
  const teacher = await newPerson('teacher')
  const { id, lesson } = await newCourse(request, teacher)
  const body = { course_id: id, name: 'Черновик урока' }
  const { lesson: draft } = await callApi(request, 'POST', '/api/lessons', { token: teacher.token, body })
  await openAs(page, teacher.token, `/courses/${id}`)
  await expect(page.getByText('Черновик урока')).toBeVisible()
  await page.getByRole('link', { name: 'Посмотреть как студент' }).click()
  const bar = page.getByRole('region', { name: 'Просмотр глазами студента' })
  await expect(bar).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Мой прогресс' })).toBeVisible()
  await expect(page.getByText('Черновик урока')).toHaveCount(0)
  await settled(page)
  expect(await violations(page)).toEqual([])

  // the view stays from page to page
  await page.getByRole('link', { name: lesson.name, exact: true }).click()
  await expect(page).toHaveURL(`/lessons/${lesson.id}?as=student`)
  await expect(bar).toBeVisible()
  await expect(page.getByRole('button', { name: 'Начать работу' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Отметить прочитанным' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Изменить урок' })).toHaveCount(0)
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.reload()
  await bar.getByRole('button', { name: 'Вернуться' }).click()
  await expect(page).toHaveURL(`/lessons/${lesson.id}`)
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Изменить урок' })).toBeVisible()
  const { lesson: seen } = await callApi(request, 'GET', `/api/lessons/${lesson.id}`, { token: teacher.token })
  expect(seen.read).toBe(false)

  await page.goto(`/lessons/${draft.id}?as=student`)
  await expect(page.getByText('Студенты этого не видят')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await bar.getByRole('button', { name: 'Вернуться' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Черновик урока' })).toBeVisible()
})

test('a student who is sent such an address sees their own lesson', async ({ page, request }) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  await openAs(page, student.token, `/lessons/${lesson.id}?as=student`)
  await expect(page.getByRole('button', { name: 'Начать работу' })).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Просмотр глазами студента' })).toHaveCount(0)
})
