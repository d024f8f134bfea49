import type { Page } from '@playwright/test'
import { dayMs } from '#contract/durations.ts'
import { newQueue } from './desk.ts'
import { untilListening } from './live-events.ts'
import { callApi, expect, newPerson, openAs, settled, test } from './school.ts'

const queue = (page: Page) => page.getByRole('list', { name: 'Очередь работ' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Что показать' }).getByRole('link', { name: new RegExp(`^${name}`) })

/** A queue of three tasks: the first was accepted and has a question, the second has a request for time. */
const newAsking = async (request: Parameters<typeof newQueue>[0]) => {
  const school = await newQueue(request, 3)
  const { teacher, students, tasks, course } = school
  const { token } = teacher
  const due_at = new Date(Date.now() + dayMs).toISOString()
  await callApi(request, 'PUT', `/api/lessons/${course.lesson.id}`, {
    token,
    body: { assignment: { text: '<p>Нарисуйте плакат.</p>', due_at } },
  })
  await callApi(request, 'POST', `/api/tasks/${tasks[0]}/review`, { token, body: { attempt: 1, verdict: 'accepted' } })
  await callApi(request, 'POST', `/api/tasks/${tasks[0]}/comments`, {
    token: students[0]?.token as string,
    body: { text: 'Когда будет показ?' },
  })
  await callApi(request, 'POST', `/api/tasks/${tasks[1]}/extension-request`, {
    token: students[1]?.token as string,
    body: { until: new Date(Date.now() + 3 * dayMs).toISOString(), text: 'Болею' },
  })
  return school
}

test('questions and requests are tabs with numbers, answered with a click', async ({ page, request }) => {
  const { teacher, students, tasks } = await newAsking(request)
  await openAs(page, teacher.token, '/tasks')
  await expect(tab(page, 'Вопросы')).toHaveText('Вопросы1')
  await expect(tab(page, 'Просят продлить')).toHaveText('Просят продлить1')

  await test.step('a request', async () => {
    await tab(page, 'Просят продлить').click()
    await queue(page)
      .getByRole('link', { name: /Номер02/ })
      .click()
    const asked = page.getByRole('region', { name: 'Просьба продлить срок' })
    await expect(asked).toContainText('Болею')
    await expect(asked).toBeInViewport()
    await asked.getByRole('button', { name: /^Продлить до/ }).click()
    await expect(asked).toHaveCount(0)
    await expect(tab(page, 'Просят продлить')).toHaveText('Просят продлить0')
    await expect(page.getByText('Никто не просит продлить срок.')).toBeVisible()
  })

  await test.step('a question about an accepted task', async () => {
    await tab(page, 'Вопросы').click()
    await queue(page)
      .getByRole('link', { name: /Номер01/ })
      .click()
    const asked = page.getByRole('region', { name: 'Вопрос студента' })
    await expect(asked).toContainText('Когда будет показ?')
    await asked.getByRole('button', { name: 'Ответить' }).click()
    const field = page.getByRole('textbox', { name: 'Новое сообщение' })
    await expect(field).toBeFocused()
    await field.fill('В пятницу')
    await page.keyboard.press('Control+Enter')
    await expect(asked).toHaveCount(0)
    await expect(tab(page, 'Вопросы')).toHaveText('Вопросы0')
  })

  await test.step('thanks need no answer', async () => {
    await callApi(request, 'POST', `/api/tasks/${tasks[0]}/comments`, {
      token: students[0]?.token as string,
      body: { text: 'Спасибо!' },
    })
    await expect(tab(page, 'Вопросы')).toHaveText('Вопросы1', { timeout: 30_000 })
    await page.getByRole('button', { name: 'Вопрос решён' }).click()
    await expect(tab(page, 'Вопросы')).toHaveText('Вопросы0')
  })
})

test('a verdict is about what its reviewer has asked to see meanwhile', async ({ page, request }) => {
  const { teacher, tasks } = await newQueue(request, 1)
  const colleague = await newPerson('curator')
  const act = (path: string, body: object) =>
    callApi(request, 'POST', `/api/tasks/${tasks[0]}/${path}`, { token: colleague.token, body })
  const live = untilListening(page)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  const comment = page.getByRole('textbox', { name: 'Комментарий к решению' })
  await comment.fill('Моё решение')
  await expect(page.getByText(/Сохранено в/)).toBeVisible()
  await live
  await act('review', { attempt: 1, verdict: 'returned', comment: 'Я раньше' })
  await act('reopen', { reason: 'Поторопились' })
  const news = page.getByText('Работа снова на проверке. Набранное останется.')
  await expect(news).toBeVisible()
  // neither pointing at the open task nor a search that leaves it open asks for that
  await queue(page).getByRole('link').hover()
  await settled(page)
  await expect(news).toBeVisible()
  await page.getByRole('searchbox', { name: 'Поиск по имени или уроку' }).fill('Номер01')
  await expect(page).toHaveURL(/search=/)
  await settled(page)
  await expect(news).toBeVisible()
  await page.getByRole('button', { name: 'Показать', exact: true }).click()
  await expect(comment).toHaveValue('Моё решение')
  await page.getByRole('button', { name: 'Вернуть студенту', exact: true }).click()
  const read = () => callApi(request, 'GET', `/api/tasks/${tasks[0]}`, { token: teacher.token })
  await expect.poll(async () => (await read()).task.attempts[0].review?.comment).toBe('Моё решение')
})

test('a teacher’s main page lists what waits, and stays up to date', async ({ page, request }) => {
  const { teacher, students, tasks } = await newAsking(request)
  await callApi(request, 'PUT', '/api/tasks/reviewer', {
    token: teacher.token,
    body: { task_ids: [tasks[2]], user_id: teacher.id },
  })
  await openAs(page, teacher.token, '/')
  const duties = page.getByRole('region', { name: 'Ждут вашего ответа' })
  await expect(duties.getByRole('listitem')).toHaveCount(3)
  await expect(duties.getByRole('link', { name: /Вопросы студентов/ })).toContainText('Илья Номер01, Плакат')
  await expect(duties.getByRole('link', { name: /Даны вам на проверку/ })).toContainText('Номер03')
  await expect(page.getByText(/один вопрос без ответа, одна просьба продлить срок$/)).toBeVisible()
  await settled(page)
  await callApi(request, 'POST', `/api/tasks/${tasks[2]}/comments`, {
    token: students[2]?.token as string,
    body: { text: 'А мне?' },
  })
  await expect(duties.getByRole('link', { name: /Вопросы студентов/ })).toContainText('2', { timeout: 30_000 })
  await duties.getByRole('link', { name: /Просят продлить срок/ }).click()
  await expect(page.getByRole('region', { name: 'Просьба продлить срок' })).toContainText('Болею')
})

test('a curator sees students without a course, and enrols them', async ({ page, request }) => {
  const curator = await newPerson('curator')
  const { course } = await newQueue(request, 0)
  const newcomer = await newPerson('student', 'Нина', `Новикова${crypto.randomUUID().slice(0, 8)}`)
  await openAs(page, curator.token, '/')
  await page
    .getByRole('region', { name: 'Ждут вашего ответа' })
    .getByRole('link', { name: /без курса/ })
    .click()
  await page.getByRole('button', { name: `Записать на курс: Нина ${newcomer.surname}` }).click()
  const dialog = page.getByRole('dialog', { name: /Записать на курс/ })
  await dialog.getByRole('button', { name: 'Записать', exact: true }).click()
  await expect(dialog.getByText('Выберите курс').last()).toBeVisible()
  await dialog.getByLabel('Курс').selectOption({ label: course.name })
  await dialog.getByRole('button', { name: 'Записать', exact: true }).click()
  await expect(page.getByText('Студент записан на курс')).toBeVisible()
  await expect(page.getByRole('button', { name: `Записать на курс: Нина ${newcomer.surname}` })).toHaveCount(0)
})
