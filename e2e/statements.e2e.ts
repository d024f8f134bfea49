import { callApi, expect, handIn, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a student prints a statement of one of their courses, a left one, too', async ({ page, request }) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student', 'Илья', 'Соколов')]
  const [left, taken] = [
    await newCourse(request, teacher, { students: [student], name: 'Основы шрифта', lesson: 'Плакат' }),
    await newCourse(request, teacher, { students: [student], name: 'Основы печати', lesson: 'Афиша' }),
  ]
  await handIn(request, student, left.lesson.id, '<p>Готово.</p>')
  const { token } = teacher
  await callApi(request, 'PUT', `/api/courses/${left.id}/students`, { token, body: { user_ids: [] } })
  await openAs(page, student.token, '/profile')
  await page.getByRole('link', { name: 'Справка об успеваемости' }).click()
  await expect(page.getByRole('heading', { name: 'Справка об успеваемости', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Оценки: Основы шрифта' })).toContainText('на проверке')
  await expect(page.getByRole('table', { name: 'Оценки: Основы печати' })).toContainText('Афиша')
  expect(await violations(page)).toEqual([])
  await page.getByText('Курсы: все').click()
  await page.getByRole('checkbox', { name: 'Основы печати' }).uncheck()
  await expect(page.getByRole('table', { name: 'Оценки: Основы печати' })).toBeHidden()
  await expect(page.getByText('Курсы: 1 из 2')).toBeVisible()
  // the choice is in the address
  await page.reload()
  await expect(page.getByRole('table', { name: 'Оценки: Основы шрифта' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Оценки: Основы печати' })).toBeHidden()

  await openAs(page, teacher.token, `/courses/${taken.id}`)
  await page.getByRole('link', { name: 'Справка об успеваемости: Илья Соколов' }).click()
  await expect(page.getByText('Подпись')).toBeVisible()
  await expect(page.getByText('Курсы: 1 из 2')).toBeVisible()
})
