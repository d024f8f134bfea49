import { expect, handIn, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator sees how studies go, as charts and as tables, and saves them', async ({ page, request }) => {
  const [curator, teacher, student] = [
    await newPerson('curator'),
    await newPerson('teacher'),
    await newPerson('student', 'Илья', 'Соколов'),
  ]
  const name = `Основы печати ${student.id}`
  const course = await newCourse(request, teacher, { students: [student], name })
  await handIn(request, student, course.lesson.id, '<p>Готово.</p>')
  await openAs(page, curator.token, '/courses')
  await page.getByRole('link', { name: 'Ход учёбы' }).click()
  const courses = page.getByRole('region', { name: 'Курсы', exact: true })
  await expect(courses.getByRole('heading', { name: 'Очереди на проверку' })).toBeVisible()
  await expect(page.getByRole('figure').filter({ hasText: 'Сдано' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await courses.getByRole('button', { name: '«Курсы» таблицей' }).click()
  await expect(courses.getByRole('row', { name })).toContainText('1')
  await page.getByRole('combobox', { name: 'За какое время' }).selectOption('За 4 недели')
  await expect(page).toHaveURL(/weeks=4/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать «Курсы»: CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Ход учёбы — Курсы — .*\.csv$/)
})
