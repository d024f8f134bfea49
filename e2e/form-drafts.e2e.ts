import type { Page } from '@playwright/test'
import {
  closeWithoutNetwork,
  editor,
  newLesson,
  newTask,
  offline,
  otherDevice,
  saved,
  serverDraft,
  status,
  takeOffer,
} from './drafts.ts'
import { loseResponse } from './lose-response.ts'
import { callApi, expect, newPerson, openAs, test } from './school.ts'

test('another person who signs in gets none of the written text', async ({ page, request }) => {
  const { teacher, lesson } = await newTask(request)
  const other = await newPerson('curator')
  const path = `/lessons/${lesson.id}/edit`
  await openAs(page, teacher.token, path)
  await editor(page, 'Текст урока').fill('Тайна преподавателя')
  await expect(status(page)).toHaveText(saved)
  await callApi(request, 'POST', '/api/auth/logout', { token: teacher.token })
  await editor(page, 'Текст урока').fill('Тайна преподавателя, дальше')
  const dialog = page.getByRole('dialog', { name: 'Войдите снова' })
  await dialog.getByLabel('Почта').fill(other.email)
  await dialog.getByRole('textbox', { name: 'Пароль' }).fill('demo-password')
  await dialog.getByRole('button', { name: 'Войти' }).click()
  await expect(editor(page, 'Текст урока')).toContainText('Читаем и пробуем')
  await expect(page.getByText('Тайна')).toHaveCount(0)
  const { draft } = await callApi(request, 'GET', `/api/drafts/lesson:${lesson.id}`, { token: other.token })
  expect(draft).toMatchObject({ value: null, revision: 0 })

  const back = await callApi(request, 'POST', '/api/auth/login', {
    body: { email: teacher.email, password: 'demo-password' },
  })
  await page.evaluate((token) => localStorage.setItem('access_token', token), back.access_token)
  await page.reload()
  await expect(editor(page, 'Текст урока')).toHaveText('Тайна преподавателя, дальше')
})

test('a lesson: left without a question, found again here and elsewhere, ended once saved', async ({
  page,
  request,
  newDevice,
}) => {
  const { teacher, lessonId, path } = await newLesson(request)
  await openAs(page, teacher.token, path)
  const name = (where: Page) => where.getByRole('textbox', { name: 'Название', exact: true })
  await expect(name(page)).toHaveValue('Первый урок')
  await name(page).fill('Первый урок, иначе')
  await editor(page, 'Текст урока').fill('Переписываю')
  await expect(status(page)).toHaveText(saved)
  await page.getByRole('link', { name: 'Практика' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Набранное сохранено')).toBeVisible()

  const other = await otherDevice(newDevice, teacher, path)
  await expect(name(other)).toHaveValue('Первый урок, иначе')
  await expect(editor(other, 'Текст урока')).toHaveText('Переписываю')
  await expect(other.getByText(/Здесь то, что вы набрали \d\d\.\d\d\.\d{4} \d\d:\d\d/)).toBeVisible()
  await other.getByRole('button', { name: 'Начать заново' }).click()
  await expect(name(other)).toHaveValue('Первый урок')
  await takeOffer(other, 'Вернуть')
  await expect(name(other)).toHaveValue('Первый урок, иначе')
  await other.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Первый урок, иначе' })).toBeVisible()
  const token = teacher.token
  await expect
    .poll(async () => (await callApi(request, 'GET', `/api/drafts/lesson:${lessonId}`, { token })).draft.value)
    .toBeNull()
  await other.close()

  await page.goto(path)
  await expect(editor(page, 'Текст урока')).toHaveText('Переписываю')
  await expect(page.getByText('Здесь то, что вы набрали')).toHaveCount(0)
})

test('a page that dies right after saving does not restore the text', async ({ page, request, context }) => {
  const { teacher, lessonId, path } = await newLesson(request)
  const { token } = teacher
  await openAs(page, token, path)
  await editor(page, 'Текст урока').fill('Сохраню и упаду')
  await expect(status(page)).toHaveText(saved)
  await page.route('**/api/drafts/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Сохраню и упаду')).toBeVisible()
  await expect(page).toHaveURL(`/lessons/${lessonId}`)
  await page.close()
  const next = await context.newPage()
  await next.goto(path)
  await expect(editor(next, 'Текст урока')).toHaveText('Сохраню и упаду')
  await expect(next.getByText('Здесь то, что вы набрали')).toHaveCount(0)
  await expect
    .poll(async () => (await callApi(request, 'GET', `/api/drafts/lesson:${lessonId}`, { token })).draft.value)
    .toBeNull()
})

test('a form opens without a response about its draft, and continues once there is one', async ({ page, request }) => {
  const { teacher, path } = await newLesson(request)
  await openAs(page, teacher.token, path)
  await editor(page, 'Текст урока').fill('Было на сервере')
  await expect(status(page)).toHaveText(saved)
  await page.route('**/api/drafts/**', (route) => route.abort())
  await page.reload()
  await expect(editor(page, 'Текст урока')).toContainText('Читаем и пробуем')
  await editor(page, 'Текст урока').fill('Без ответа')
  await expect(status(page)).toHaveText(offline)
  await page.unroute('**/api/drafts/**')
  await page.getByRole('button', { name: 'Сохранить ещё раз' }).click()
  const conflict = page.getByRole('group', { name: 'Черновик изменён в другом месте' })
  await expect(conflict.getByRole('region', { name: 'На этом устройстве' })).toContainText('Без ответа')
  await expect(conflict.getByRole('region', { name: /^На сервере/ })).toContainText('Было на сервере')
})

test('a click on a link in the edited text does not lead away', async ({ page, request }) => {
  const { teacher, lessonId, path } = await newLesson(request)
  const body = { content: '<p>Весь абзац — <a href="/courses">ссылка на курсы</a></p>' }
  await callApi(request, 'PUT', `/api/lessons/${lessonId}`, { token: teacher.token, body })
  await openAs(page, teacher.token, path)
  await editor(page, 'Текст урока').getByText('ссылка на курсы').click()
  await page.keyboard.type('!')
  await expect(status(page)).toHaveText(saved)
  await expect(page).toHaveURL(path)
})

test('a lesson is not saved while a picture in it is still uploading', async ({ page, request }) => {
  const { teacher, lessonId, path } = await newLesson(request)
  await openAs(page, teacher.token, path)
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/files**', async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  await editor(page, 'Текст урока').fill('Смотрите схему.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Картинка' }).first().click()
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const picture = { name: 'схема.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
  await (await chooser).setFiles(picture)
  const save = page.getByRole('button', { name: 'Сохранить', exact: true })
  await save.click()
  await expect(page.getByText('Ждём загрузки: 1 файл')).toBeVisible()
  go()
  await expect(editor(page, 'Текст урока').locator('img')).toBeVisible()
  await expect(status(page)).toHaveText(saved)
  await save.click()
  await expect(page).toHaveURL(`/lessons/${lessonId}`)
  await expect(page.getByRole('main').locator('img[src*="/files/"]').first()).toBeVisible()
})

test('a lesson that somebody saved in the meantime is shown beside the draft', async ({ page, request }) => {
  const { teacher, lessonId, path } = await newLesson(request)
  const { token } = teacher
  await openAs(page, token, path)
  await editor(page, 'Текст урока').fill('Мой текст')
  await expect(status(page)).toHaveText(saved)
  await callApi(request, 'PUT', `/api/lessons/${lessonId}`, {
    token,
    body: { content: '<p>Текст коллеги</p>', name: 'Название коллеги' },
  })
  await page.reload()
  const conflict = page.getByRole('group', { name: 'За это время сохранили другую версию' })
  await expect(conflict.getByRole('region', { name: 'Ваш черновик' })).toContainText('Мой текст')
  await expect(conflict.getByRole('region', { name: 'Сохранено сейчас' })).toContainText('Название коллеги')
  await conflict.getByRole('button', { name: 'Взять сохранённое' }).click()
  await expect(editor(page, 'Текст урока')).toHaveText('Текст коллеги')
  await takeOffer(page, 'Вернуть другую')
  await expect(editor(page, 'Текст урока')).toHaveText('Мой текст')
  await expect(status(page)).toHaveText(saved)
})

test('a new lesson typed a moment ago survives a reload; cancelling can be undone', async ({ page, request }) => {
  const { teacher, course } = await newLesson(request)
  const path = `/lessons/create/${course.id}`
  await openAs(page, teacher.token, path)
  const name = page.getByRole('textbox', { name: 'Название', exact: true })
  await name.pressSequentially('Второй урок')
  await page.reload()
  await expect(name).toHaveValue('Второй урок')
  await page.getByRole('link', { name: 'Отменить' }).click()
  await expect(page).toHaveURL(`/courses/${course.id}`)
  await takeOffer(page, 'Вернуть')
  await expect(page).toHaveURL(path)
  await expect(name).toHaveValue('Второй урок')
  await page.getByRole('button', { name: 'Добавить урок' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Второй урок' })).toBeVisible()
  await page.goto(path)
  await expect(name).toHaveValue('')
})

test('a project keeps its text and tags through a crash without a network', async ({ page, context }) => {
  const student = await newPerson('student')
  await openAs(page, student.token, '/projects/create')
  await page.getByLabel('Название').fill('Мой проект')
  await page.getByRole('combobox', { name: 'Теги' }).fill('сетка')
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText(saved)
  await context.setOffline(true)
  await editor(page, 'Рассказ о проекте').fill('Рассказ без сети')
  await expect(status(page)).toHaveText(offline)
  await closeWithoutNetwork(page)
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/projects/create')
  await expect(next.getByLabel('Название')).toHaveValue('Мой проект')
  await expect(next.getByText('сетка', { exact: true })).toBeVisible()
  await expect(editor(next, 'Рассказ о проекте')).toHaveText('Рассказ без сети')
  await expect(next.getByText('Здесь то, что вы набрали на этом устройстве')).toBeVisible()
  await next.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(next.getByRole('heading', { level: 1, name: 'Мой проект' })).toBeVisible()
})

test('a course is edited in two places: the later one gets a warning', async ({ page, request, newDevice }) => {
  const { teacher, course } = await newLesson(request)
  const path = `/courses/${course.id}/edit`
  await openAs(page, teacher.token, path)
  const summary = (where: Page) => where.getByLabel('Коротко о курсе')
  await expect(summary(page)).toBeVisible()
  const other = await otherDevice(newDevice, teacher, path)
  await summary(other).fill('С телефона')
  await expect(status(other)).toHaveText(saved)
  await summary(page).fill('С компьютера')
  const conflict = page.getByRole('group', { name: 'Черновик изменён в другом месте' })
  await expect(conflict.getByRole('region', { name: 'На этом устройстве' })).toContainText('С компьютера')
  await expect(conflict.getByRole('region', { name: /^На сервере/ })).toContainText('С телефона')
  await conflict.getByRole('button', { name: 'Оставить мою' }).click()
  await expect(summary(page)).toHaveValue('С компьютера')
  await expect(status(page)).toHaveText(saved)
  await other.reload()
  await expect(summary(other)).toHaveValue('С компьютера')
  await other.close()
})

test('a verdict continues on another device; for another attempt it stays aside', async ({
  page,
  request,
  newDevice,
}) => {
  const { teacher, student, taskId } = await newTask(request)
  const { token } = student
  const handIn = async (content: string) => {
    const { revision } = await serverDraft(request, student, taskId)
    await callApi(request, 'PUT', `/api/tasks/${taskId}/draft`, { token, body: { content, revision } })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await callApi(request, 'POST', `/api/tasks/${taskId}/submit`, { token, headers })
  }
  await handIn('<p>Первая</p>')
  const path = `/tasks?task=${taskId}`
  const comment = (where: Page) => where.getByRole('textbox', { name: 'Комментарий к решению' })
  const remark = (where: Page) => where.getByRole('textbox', { name: 'Новое замечание' })
  await openAs(page, teacher.token, path)
  await comment(page).fill('Пока так')
  await remark(page).fill('Поля шире')
  await remark(page).press('Enter')
  await expect(status(page)).toHaveText(saved)

  const other = await otherDevice(newDevice, teacher, path)
  await expect(comment(other)).toHaveValue('Пока так')
  await expect(other.getByText('Поля шире')).toBeVisible()

  await callApi(request, 'POST', `/api/tasks/${taskId}/review`, {
    token: (await newPerson('curator')).token,
    body: { attempt: 1, verdict: 'returned', comment: 'Куратор быстрее' },
  })
  await handIn('<p>Вторая</p>')
  await other.reload()
  await expect(other.getByText('Не отправлено: решение к попытке 1')).toBeVisible()
  await expect(comment(other)).toHaveValue('')
  await comment(other).fill('Ко второй')
  await other.getByRole('button', { name: 'Перенести сюда' }).click()
  await expect(comment(other)).toHaveValue('Ко второй\nПока так')
  await other.getByRole('button', { name: 'Вернуть студенту' }).click()
  await expect(other.getByText('Всё проверено')).toBeVisible()
  // the desk shows it before the server has it
  await expect
    .poll(async () => (await callApi(request, 'GET', `/api/tasks/${taskId}`, { token })).task.status.slug)
    .toBe('returned')
  // and its draft is removed after that
  const draftPath = `/api/drafts/review:${taskId}`
  await expect
    .poll(async () => (await callApi(request, 'GET', draftPath, { token: teacher.token })).draft.value)
    .toBeNull()
  await page.reload()
  await expect(page.getByText('Ваше решение не отправлено')).toHaveCount(0)
  await other.close()
})

test('a project whose publication got no response is changed, not published twice', async ({ page, request }) => {
  const { id, token } = await newPerson('student')
  await openAs(page, token, '/projects/create')
  await page.getByLabel('Название').fill('Первое имя')
  const { lost } = await loseResponse(page, '**/api/projects')
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await lost
  await page.getByLabel('Название').fill('Второе имя')
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Второе имя' })).toBeVisible()
  const { projects } = await callApi(request, 'GET', `/api/projects?user_id=${id}`, { token })
  expect(projects.map(({ name }: { name: string }) => name)).toEqual(['Второе имя'])
})
