import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'

test('a lesson opens once another one is read; the mark is set by reading, and by hand', async ({ page, request }) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const { id, lesson } = await newCourse(request, teacher, { students: [student] })
  const content = `<p>${'Длинный абзац о сетке. '.repeat(300)}</p>`
  const { lesson: second } = await callApi(request, 'POST', '/api/lessons', {
    token: teacher.token,
    body: { course_id: id, name: 'Второй урок', status: 'published', content },
  })
  // the teacher says what comes first
  await openAs(page, teacher.token, `/lessons/${second.id}/edit`)
  await page.getByRole('button', { name: 'Добавить условие' }).click()
  await page.getByRole('button', { name: 'Убрать условие 1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Добавить условие' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Урок, условие 1' })).toHaveValue(`${lesson.id}`)
  // there is no other lesson to add, and no button
  await expect(page.getByRole('combobox', { name: 'Урок, условие 1' })).toBeFocused()
  await page.getByLabel('Сколько минут читать').fill('20')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page).toHaveURL(`/lessons/${second.id}`)
  await expect(page.getByText('20 минут')).toBeVisible()

  await openAs(page, student.token, `/courses/${id}`)
  const row = page.getByRole('listitem').filter({ hasText: 'Второй урок' })
  await expect(row).toContainText('Откроется, когда прочитаете «Первый урок»')
  await page.getByRole('link', { name: 'Второй урок' }).click()
  await expect(page.getByText('Этот урок откроется, когда вы прочитаете урок «Первый урок».')).toBeVisible()

  await page.goto(`/lessons/${lesson.id}`)
  await page.getByRole('button', { name: 'Отметить прочитанным' }).click()
  await expect(page.getByText('Урок прочитан')).toBeVisible()
  await page.getByRole('link', { name: /Следующий урок/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Второй урок' })).toBeVisible()
  // by itself, when its end is on screen
  await expect(page.getByRole('button', { name: 'Отметить прочитанным' })).toBeVisible()
  await page.getByRole('group', { name: 'Прочитан ли урок' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Урок прочитан')).toBeVisible()
  await page.getByRole('button', { name: 'Снять отметку' }).click()
  await expect(page.getByRole('button', { name: 'Отметить прочитанным' })).toBeVisible()
  const { course } = await callApi(request, 'GET', `/api/courses/${id}`, { token: student.token })
  expect(course.lessons.map(({ read }: { read: boolean }) => read)).toEqual([true, false])
})
