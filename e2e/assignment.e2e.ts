import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { dayMs, hourMs } from '#contract/durations.ts'
import { editor, saved, status } from './drafts.ts'
import { callApi, expect, handIn, newCourse, newPerson, openAs, type Person, settled, test } from './school.ts'
import { violations } from './violations.ts'

/** A course with its people, and a lesson with this `assignment`. */
const newAssignment = async (request: APIRequestContext, assignment: object, students = 1) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const people: Person[] = []
  for (const name of ['Анна', 'Борис'].slice(0, students)) people.push(await newPerson('student', name))
  const course = await newCourse(request, teacher, { students: people })
  const body = { assignment: { text: '<p>Сверстайте плакат.</p>', ...assignment } }
  const { lesson } = await callApi(request, 'PUT', `/api/lessons/${course.lesson.id}`, { token: teacher.token, body })
  const criteria = lesson.assignment.criteria.map(({ id }: { id: number }) => id)
  const [student, other] = people as [Person, Person]
  return { teacher, student, other, criteria, lessonId: course.lesson.id, path: `/lessons/${course.lesson.id}?work` }
}

const card = (page: Page) => page.getByRole('region', { name: 'Задание', exact: true })
const later = (days: number) => new Date(Date.now() + days * dayMs)
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()
const pick = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByRole('group', { name: 'Файлы' }).locator('input[type=file][multiple]').setInputFiles(file)

/** Whether the page fits a phone, without scrolling sideways. */
const fits = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 640 })
  // parts that depend on the width of the screen are drawn a moment after it has changed
  const narrow = page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, { timeout: 5000 })
  return narrow.then(
    () => true,
    () => false,
  )
}

/** A moment in the format of a form field. */
const local = (moment: Date) => new Date(moment.getTime() + 3 * hourMs).toISOString().slice(0, 16)

test('a new name of a lesson takes back no setting of a colleague, and no moment of opening', async ({
  page,
  request,
}) => {
  const due_at = '2030-01-02T20:59:59.000Z'
  const { teacher, lessonId } = await newAssignment(request, { due_at })
  const colleague = await newPerson('curator')
  const change = (token: string, body: object) => callApi(request, 'PUT', `/api/lessons/${lessonId}`, { token, body })
  const lesson = async () =>
    (await callApi(request, 'GET', `/api/lessons/${lessonId}`, { token: teacher.token })).lesson
  const publish_at = ago(30 * 24)
  await change(teacher.token, { publish_at })
  // the page is not notified of what the colleague does
  await page.route('**/api/events*', (route) => route.abort())
  await openAs(page, teacher.token, `/lessons/${lessonId}/edit`)
  const name = page.getByRole('textbox', { name: 'Название', exact: true })
  await expect(name).toHaveValue('Первый урок')
  const { text } = (await lesson()).assignment
  await change(colleague.token, { assignment: { text, weight: 3 } })
  await name.fill('Плакат')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Плакат' })).toBeVisible()
  expect(await lesson()).toMatchObject({ name: 'Плакат', publish_at, assignment: { due_at, weight: 3 } })

  await change(teacher.token, { status: 'draft' })
  await page.reload()
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Урок опубликован')).toBeVisible()
  expect(await lesson()).toMatchObject({ status: { slug: 'published' }, publish_at })
})

test('a teacher fills in every field of an assignment, and orders the criteria with keys', async ({
  page,
  request,
}) => {
  const { teacher, lessonId, criteria } = await newAssignment(request, { criteria: [{ name: 'Сетка', points: 4 }] })
  await openAs(page, teacher.token, `/lessons/${lessonId}/edit`)
  await page.getByRole('checkbox', { name: 'Ссылка' }).check()
  await page.getByRole('checkbox', { name: 'Картинки' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Картинки' })).toBeChecked()
  await page.getByRole('combobox', { name: 'Другие типы' }).fill('FIG')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Размер одного файла, МБ' }).fill('10')
  await page.getByRole('textbox', { name: 'Размер команды' }).fill('3')
  await expect(page.getByText('До 3 студентов сдают одну работу вместе')).toBeVisible()
  const [due, closes] = [later(10), later(5)]
  await page.getByLabel('Срок сдачи').fill(local(due))
  await page.getByLabel('Приём закроется').fill(local(closes))
  await expect(page.getByText(/Мягкий: сдать можно и позже/)).toBeVisible()
  await expect(page.getByText(/Жёсткий: позже работу не сдать/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Вес в журнале' }).fill('2')

  await page.getByRole('button', { name: 'Добавить критерий' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Поля')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2,5')
  await expect(page.getByText('Всего 6,5 балла.')).toBeVisible()
  await page.getByRole('button', { name: 'Выше: критерий 2' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Критерий 1', { exact: true })).toHaveValue('Поля')
  await expect(page.getByRole('button', { name: 'Выше: критерий 1' })).toBeFocused()

  const save = page.getByRole('button', { name: 'Сохранить', exact: true })
  await save.click()
  await expect(page.getByText('Закрыть приём можно не раньше срока сдачи')).toBeVisible()
  await page.getByLabel('Приём закроется').fill(local(later(12)))
  expect(await violations(page)).toEqual([])
  await expect.poll(() => fits(page)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Первый урок' })).toBeVisible()
  const { lesson } = await callApi(request, 'GET', `/api/lessons/${lessonId}`, { token: teacher.token })
  expect(lesson.assignment).toMatchObject({
    kinds: ['text', 'files', 'link'],
    file_types: ['image/*', '.fig'],
    max_file_size: 10 * 1_048_576,
    team_size: 3,
    weight: 2,
    criteria: [
      { id: criteria[0] + 1, name: 'Поля', points: 2.5 },
      { id: criteria[0], name: 'Сетка', points: 4 },
    ],
  })
  expect(lesson.assignment.closes_at > lesson.assignment.due_at).toBe(true)
})

test('the fields of an assignment are part of the draft, and handed-in tasks are mentioned', async ({
  page,
  request,
}) => {
  const { teacher, student, lessonId } = await newAssignment(request, {})
  await handIn(request, student, lessonId, '<p>Готово</p>')
  await openAs(page, teacher.token, `/lessons/${lessonId}/edit`)
  await expect(page.getByText(/Уже сдано: 1\sработа. Прежние решения останутся с прежними критериями/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Ссылка' }).check()
  await expect(status(page)).toHaveText(saved)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Ссылка' })).toBeChecked()
  await expect(page.getByText('Здесь то, что вы набрали')).toBeVisible()
})

test('a link and a file are handed in, another file is refused, and the receipt lists the bytes', async ({
  page,
  request,
}) => {
  const { student, lessonId, path } = await newAssignment(request, {
    kinds: ['files', 'link'],
    file_types: ['.txt'],
    max_file_size: 1_048_576,
    due_at: ago(1),
  })
  await callApi(request, 'PUT', `/api/lessons/${lessonId}/task`, { token: student.token })
  await openAs(page, student.token, path)
  const link = page.getByRole('textbox', { name: 'Ссылка на работу' })
  await expect(link).toBeVisible()
  await expect(editor(page, /^Ответ/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Состояние работы' })).toContainText('срок прошёл')
  await pick(page, { name: 'план.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  const messages = page.getByRole('region', { name: 'Сообщения' })
  await expect(messages).toContainText('Ошибка')
  await expect(messages).toContainText('Неверное расширение файла')
  await pick(page, { name: 'большой.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_048_577, 'а') })
  await expect(messages).toContainText('Размер файла не должен превышать 1MB')

  const send = page.getByRole('button', { name: 'Отправить на проверку' })
  await send.click()
  await expect(page.getByText('Работа пустая. Приложите файл или дайте ссылку и отправьте ещё раз.')).toBeVisible()
  const buffer = Buffer.from('Мой план')
  await pick(page, { name: 'план.txt', mimeType: 'text/plain', buffer })
  await expect(page.getByRole('list', { name: 'Прикреплённые файлы' })).toContainText('план.txt')
  await link.fill('htt ps')
  await send.click()
  await expect(page.getByText(/Проверьте ссылку: она начинается с http/).first()).toBeVisible()
  await link.fill('example.com/work')
  await link.blur()
  await expect(link).toHaveValue('https://example.com/work')
  await send.click()
  await expect(page.getByText(/^Работа отправлена, попытка 1/)).toBeVisible()
  await expect(page.getByText('после срока')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://example.com/work' })).toBeVisible()

  const sha256 = createHash('sha256').update(buffer).digest('hex')
  await page.getByText('Квитанция о сдаче').click()
  await expect(page.getByText(sha256)).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Скопировать SHA-256: план.txt' }).click()
  await expect(page.getByText('Скопировано')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sha256)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать квитанцию' }).click()
  const receipt = await readFile(await (await download).path(), 'utf8')
  expect(receipt).toContain(`SHA-256: ${sha256}`)
  expect(receipt).toContain('Ссылка: https://example.com/work')
  expect(await violations(page)).toEqual([])
  await expect.poll(() => fits(page)).toBe(true)
})

test('nothing can be handed in after the closing date, and more time can be requested', async ({ page, request }) => {
  const { teacher, student, lessonId, path } = await newAssignment(request, { due_at: ago(30), closes_at: ago(2) })
  const { task } = await callApi(request, 'PUT', `/api/lessons/${lessonId}/task`, { token: student.token })
  await openAs(page, student.token, path)
  await expect(page.getByRole('button', { name: 'Отправить на проверку' })).toBeDisabled()
  await expect(page.getByText(/Приём работ закрыт .* Черновик останется у вас/)).toBeVisible()
  await card(page).getByRole('button', { name: 'Попросить продлить' }).click()
  const form = page.getByRole('form', { name: 'Попросить продлить' })
  await form.getByLabel('Почему нужно время').fill('Болела неделю')
  await page.reload()
  await card(page).getByRole('button', { name: 'Попросить продлить' }).click()
  await expect(form.getByLabel('Почему нужно время')).toHaveValue('Болела неделю')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Попросить' }).click()
  await expect(card(page).getByText(/Вы попросили время до/)).toBeVisible()

  const body = { until: later(2).toISOString() }
  await callApi(request, 'PUT', `/api/tasks/${task.id}/extension`, { token: teacher.token, body })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Отправить на проверку' })).toBeEnabled()
  await expect(card(page)).toContainText('Вам дали больше времени')
  await page.goto('/tasks')
  await expect(page.getByRole('link', { name: /Первый урок/ })).toContainText('Вам дали больше времени')
})

test('remarks are ticked off and answered, and the verdict shows how each criterion was judged', async ({
  page,
  request,
}) => {
  const { teacher, student, lessonId, criteria, path } = await newAssignment(request, {
    criteria: [
      { name: 'Сетка держится', points: 4 },
      { name: 'Поля', points: 2 },
    ],
  })
  const id = await handIn(request, student, lessonId, '<p>Текст липнет к самому краю.</p>')
  const body = {
    attempt: 1,
    verdict: 'returned',
    criteria: [
      { criterion_id: criteria[0], level: 'met' },
      { criterion_id: criteria[1], level: 'partly', note: 'Слева узкие' },
    ],
    remarks: [
      { text: 'Добавьте поля', anchor: { kind: 'text', start: 0, end: 12, quote: 'Текст липнет' } },
      { text: 'Подпишите картинку' },
    ],
  }
  await callApi(request, 'POST', `/api/tasks/${id}/review`, { token: teacher.token, body })
  await openAs(page, student.token, path)
  const fixes = card(page).getByRole('region', { name: 'Что исправить' })
  await expect(fixes).toContainText('Исправлено 0 из 2')
  await expect(page.getByText('4 из 4')).toBeVisible()
  await expect(page.getByText('Слева узкие')).toBeVisible()
  await fixes.getByRole('checkbox', { name: 'Исправлено: Добавьте поля' }).check()
  await expect(fixes).toContainText('Исправлено 1 из 2')
  await fixes.getByRole('button', { name: 'Ответить' }).last().click()
  await fixes.getByLabel('Ответ на замечание').fill('Картинок больше нет')
  // typed text survives a reload
  await page.reload()
  await expect(fixes.getByLabel('Ответ на замечание')).toHaveValue('Картинок больше нет')
  await page.keyboard.press('Escape')
  await fixes.getByRole('button', { name: 'Сохранить ответ' }).click()
  await expect(fixes.getByText('Вы ответили: Картинок больше нет')).toBeVisible()
  const { task } = await callApi(request, 'GET', `/api/tasks/${id}`, { token: teacher.token })
  expect(task.attempts[0].review.remarks).toMatchObject([
    { fixed: true, answer: '' },
    { fixed: false, answer: 'Картинок больше нет' },
  ])
  await fixes.getByRole('button', { name: /Текст липнет/ }).click()
  await expect(page.locator('#attempt-1').getByText('Текст липнет к самому краю.')).toBeInViewport()
  expect(await violations(page)).toEqual([])
  await expect.poll(() => fits(page)).toBe(true)

  // an answer that was only typed goes with the hand-in; taken back, the remarks are there again
  await fixes.getByRole('button', { name: 'Ответить' }).click()
  await fixes.getByLabel('Ответ на замечание').fill('Поля есть')
  await card(page).getByRole('button', { name: 'Исправить' }).click()
  await page.getByRole('button', { name: 'Отправить на проверку' }).click()
  await expect(page.getByText('На проверке').first()).toBeVisible()
  const sent = await callApi(request, 'GET', `/api/tasks/${id}`, { token: teacher.token })
  expect(sent.task.attempts[0].review.remarks[0]).toMatchObject({ fixed: true, answer: 'Поля есть' })
  await page.getByRole('button', { name: 'Забрать обратно' }).click()
  await expect(page.getByRole('region', { name: 'Что исправить' })).toContainText('Вы ответили: Поля есть')
  await page.getByRole('checkbox', { name: 'Исправлено: Подпишите картинку' }).check()
  await expect(page.getByText('Исправлено 2 из 2')).toBeVisible()
})

test('a team is joined, writes one draft, and is left', async ({ page, request, newDevice }) => {
  const { student, other, lessonId, path } = await newAssignment(request, { team_size: 2 }, 2)
  await callApi(request, 'PUT', `/api/lessons/${lessonId}/task`, { token: student.token })
  const second = await newDevice()
  await openAs(second, other.token, path)
  const team = second.getByRole('region', { name: 'Работа в команде до 2 человек' })
  await expect(team).toContainText('свободно 1')
  expect(await violations(second)).toEqual([])
  await team.getByRole('button', { name: /Вступить в команду: Анна/ }).click()
  await expect(team.getByRole('list', { name: 'Ваша команда' })).toContainText('Борис')
  await expect(card(second)).toContainText('Команда:')
  await settled(second)
  // Boris is not to load what Anna writes before he writes himself
  const task = /\/api\/(tasks|lessons)\/\d+$/
  await second.route(task, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))

  await openAs(page, student.token, path)
  await editor(page, /^Ответ/).fill('Пишет Анна')
  await expect(status(page)).toHaveText(saved)
  await editor(second, /^Ответ/).fill('Пишет Борис')
  await second.unroute(task)
  // the two versions are shown side by side
  const conflict = second.getByRole('group', { name: 'Черновик изменён в другом месте' })
  await expect(conflict).toContainText('Пишет Анна')
  await expect(conflict).toContainText('Пишет Борис')
  await conflict.getByRole('button').last().click()
  await expect(editor(second, /^Ответ/)).toHaveText('Пишет Анна')

  await team.getByRole('button', { name: 'Выйти из команды' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click()
  await expect(team).toContainText('Вступите в команду')
  await expect(second.getByText('Здесь будет ваша работа')).toBeVisible()
  await second.close()
})

test('letters about reviews can be turned off in the profile', async ({ page, request }) => {
  const student = await newPerson('student')
  await openAs(page, student.token, '/profile')
  const letters = page.getByRole('combobox', { name: 'Работу проверили' })
  await expect(letters).toHaveValue('now')
  await letters.selectOption('Не присылать')
  await expect(page.getByText('Сохранено')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const path = `/api/users/${student.id}/notification-settings`
  const { settings } = await callApi(request, 'GET', path, { token: student.token })
  expect(settings.kinds['task-returned'].letter).toBe('off')
  await page.reload()
  await expect(letters).toHaveValue('off')
})
