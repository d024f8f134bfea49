import { callApi, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a student asks under a lesson, the teacher answers once, and everybody in the course reads it', async ({
  page,
  newDevice,
  request,
}) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const [student, other] = [await newPerson('student', 'Пётр', 'Ким'), await newPerson('student', 'Ия', 'Ли')]
  const { lesson } = await newCourse(request, teacher, { students: [student, other] })

  await openAs(page, student.token, `/lessons/${lesson.id}`)
  await page.getByRole('heading', { name: 'Моя работа' }).scrollIntoViewIfNeeded()
  const field = page.getByRole('textbox', { name: 'Ваш вопрос' })
  await field.fill('Почему колонок 10?')
  // what is typed outlives the page
  await page.reload()
  await page.getByRole('heading', { name: 'Моя работа' }).scrollIntoViewIfNeeded()
  await expect(field).toHaveValue('Почему колонок 10?')
  await field.press('Control+Enter')
  const question = page.getByRole('article', { name: 'Вопрос: Пётр Ким' })
  await expect(question).toContainText('Почему колонок 10?')
  await expect(field).toHaveValue('')
  await question.getByRole('button', { name: 'Изменить' }).click()
  await question.getByRole('textbox', { name: 'Ваш вопрос' }).fill('Почему колонок 12?')
  await question.getByRole('button', { name: 'Сохранить' }).click()
  await expect(question).toContainText('Почему колонок 12?')
  await settled(page)
  expect(await violations(page)).toEqual([])

  const desk = await newDevice()
  await openAs(desk, teacher.token, '/')
  await desk.getByRole('link', { name: /Вопросы к урокам/ }).click()
  const asked = desk.getByRole('article', { name: 'Вопрос: Пётр Ким' })
  await expect(asked).toBeInViewport()
  await asked.getByRole('button', { name: 'Ответить' }).click()
  await asked.getByRole('textbox', { name: 'Ответ для всех' }).fill('Делится на 2, 3 и 4.')
  await asked.getByRole('button', { name: 'Ответить' }).click()
  await expect(asked.getByRole('group', { name: 'Ответ' })).toContainText('Делится на 2, 3 и 4.')
  await settled(desk)
  expect(await violations(desk)).toEqual([])

  // on the open page of the student it appears by itself
  await expect(question.getByRole('group', { name: 'Ответ' })).toContainText('Вера Лосева')
  await expect(question.getByRole('button', { name: 'Изменить' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Уведомления' })
  await expect(drawer).toContainText('Ответ на ваш вопрос к уроку')
  await drawer.getByRole('link', { name: lesson.name }).first().click()
  await expect(drawer).toBeHidden()
  await expect(question).toBeInViewport()

  await openAs(desk, other.token, `/lessons/${lesson.id}`)
  await desk.setViewportSize({ width: 320, height: 700 })
  await desk.getByRole('heading', { name: 'Моя работа' }).scrollIntoViewIfNeeded()
  await expect(desk.getByRole('group', { name: 'Ответ' })).toContainText('Делится на 2, 3 и 4.')
  await expect.poll(() => desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await desk.close()
})

test('an answer that somebody else has given meanwhile is shown before it is replaced, and nothing typed is lost', async ({
  page,
  request,
}) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const curator = await newPerson('curator', 'Нина', 'Гай')
  const student = await newPerson('student', 'Пётр', 'Ким')
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const path = `/api/lessons/${lesson.id}/questions`
  const { question } = await callApi(request, 'POST', path, { token: student.token, body: { text: 'Почему 12?' } })

  await openAs(page, teacher.token, `/lessons/${lesson.id}#question-${question.id}`)
  const asked = page.getByRole('article', { name: 'Вопрос: Пётр Ким' })
  await asked.getByRole('button', { name: 'Ответить' }).click()
  const field = asked.getByRole('textbox', { name: 'Ответ для всех' })
  await field.fill('Делится на 2, 3 и 4.')
  const body = { text: 'Так удобнее.', expected: null }
  await callApi(request, 'PUT', `/api/questions/${question.id}/answer`, { token: curator.token, body })
  await asked.getByRole('button', { name: 'Ответить' }).click()
  await expect(page.getByText('на вопрос ответил кто-то ещё')).toBeVisible()
  const given = asked.getByRole('group', { name: 'Ответ' })
  await expect(given).toContainText('Так удобнее.')
  await expect(field).toHaveValue('Делится на 2, 3 и 4.')
  await asked.getByRole('button', { name: 'Ответить' }).click()
  await expect(field).toBeHidden()
  await expect(given).toContainText('Делится на 2, 3 и 4.')
})
