import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator hands the courses of a teacher on sick leave over to a colleague, and returns it early', async ({
  page,
  request,
}) => {
  const [curator, teacher, colleague] = await Promise.all([
    newPerson('curator'),
    newPerson('teacher', 'Инна', `Больная${Date.now()}`),
    newPerson('teacher', 'Пётр', `Заменов${Date.now()}`),
  ])
  const course = `Лепка ${Date.now()}`
  await callApi(request, 'POST', '/api/courses', {
    token: teacher.token,
    body: { name: course, status: 'published' },
  })

  const path = `/api/users/${teacher.id}/handovers`
  const json = { type: 'about:blank', title: 'Сбой', status: 403, detail: 'Не сейчас.' }
  await page.route(`**${path}*`, (route) => route.fulfill({ status: 403, json }))
  await openAs(page, curator.token, `/users/${teacher.id}`)
  await page.getByRole('button', { name: 'Передать дела' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Не загрузилось: что предстоит передать.')
  await page.unroute(`**${path}*`)
  await dialog.getByRole('button', { name: 'Повторить' }).click()
  await expect(dialog.getByText('Перейдёт 1\u00a0курс.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Передать дела' }).click()
  await expect(dialog.getByLabel('Кому')).toBeFocused()
  await dialog.getByLabel('Кому').fill(colleague.surname)
  await dialog.getByRole('button', { name: `Выбрать: Пётр ${colleague.surname}` }).click()
  // a search for one more is no order to hand over
  await dialog.getByLabel('Кому').fill('Ещё один')
  await dialog.getByLabel('Кому').press('Enter')
  await dialog.getByLabel('На время').check()
  await dialog.getByLabel('Когда вернуть').fill('2099-01-15')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Передать', exact: true }).click()
  await expect(page.getByText(`Пётр ${colleague.surname}.`)).toBeVisible()
  await expect(page.getByText('Дела переданы до 15.01.2099.')).toBeVisible()
  const { courses } = await callApi(request, 'GET', '/api/courses', { token: colleague.token })
  expect(courses.map(({ name }: { name: string }) => name)).toEqual([course])

  await page.getByRole('button', { name: 'Вернуть сейчас' }).click()
  await expect(page.getByText('Дела переданы до')).toHaveCount(0)
  const own = await callApi(request, 'GET', '/api/courses', { token: teacher.token })
  expect(own.courses.map(({ name }: { name: string }) => name)).toEqual([course])
})

test('a course that nobody teaches any more is restored as a draft, and published once somebody does', async ({
  page,
  request,
}) => {
  const teacher = await newPerson('teacher')
  const { token } = await newPerson('curator')
  const course = await newCourse(request, teacher)
  await callApi(request, 'DELETE', `/api/courses/${course.id}`, { token })
  await callApi(request, 'PUT', `/api/users/${teacher.id}`, { token, body: { role: 'student' } })
  await openAs(page, token, '/courses?deleted=true')
  await page.getByRole('button', { name: `Восстановить курс «${course.name}»` }).click()
  await expect(page.getByText('больше никто не ведёт. Назначьте преподавателя и опубликуйте курс')).toBeVisible()
  await page.getByRole('button', { name: 'Открыть', exact: true }).click()
  await expect(page).toHaveURL(`/courses/${course.id}`)
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('никто не ведёт. Назначьте на его странице преподавателя')).toBeVisible()
})
