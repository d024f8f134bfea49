import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { scormZip } from '../server/scorm/scorm.factory.ts'
import { sendFile } from './attempt-files.ts'
import { loseResponse } from './lose-response.ts'
import { callApi, expect, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

const choose = (page: Page, name: string, bytes: Buffer) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })

/**
 * Has the server restart during the first import; returns it, with the file that was sent, and what responds so to
 * another one.
 */
const failFirst = async (page: Page, courseId: number | null = null) => {
  const failed = {
    id: 1_000_000,
    status: 'failed',
    repeatable: true,
    warnings: ['Импорт прервался'],
    done: 0,
    total: 0,
    course_id: courseId,
    makes_course: courseId === null,
    undoable: false,
    created_at: new Date().toISOString(),
    lesson_ids: [],
    kind: 'markdown',
    file: { id: '', name: 'текст.md' },
  }
  const respond = (route: Route) => {
    failed.file.id = route.request().postDataJSON()?.file_id ?? failed.file.id
    return route.fulfill({ status: 202, json: { import: failed } })
  }
  await page.route('**/api/imports', respond, { times: 1 })
  await page.route(`**/api/imports/${failed.id}`, respond)
  return { failed, respond }
}

/** Begins to import lessons into the course that is shown. */
const begin = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Другие действия с курсом' }).click()
  await page.getByRole('menuitem', { name: 'Импортировать уроки…' }).click()
  await choose(page, name, Buffer.from('# Цвет\n\nЦвет кричит'))
}

test('a text of Markdown becomes a course, and the import is undone', async ({ page }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  await openAs(page, teacher.token, '/courses')
  await page.getByRole('button', { name: 'Импортировать' }).click()
  const dialog = page.getByRole('dialog', { name: 'Импорт курса' })
  await expect(dialog.getByRole('button', { name: 'Выбрать файл' })).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])
  const markdown = '# Шаг сетки\n\nСетка **держит** страницу. ![нет](нет.png)'
  // the server restarts during the first try
  await failFirst(page)
  await choose(page, 'Типографика.md', Buffer.from(markdown))
  await expect(dialog.getByRole('alert')).toContainText('Импорт прервался')
  await dialog.getByRole('button', { name: 'Повторить импорт' }).click()
  await expect(dialog.getByText('Готово: 1 урок.')).toBeVisible()
  await expect(dialog.getByText('нет картинки «нет.png»')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Открыть курс' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Типографика' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Шаг сетки', exact: true })).toBeVisible()

  // the report stays on the page of the course
  await page.getByRole('button', { name: /^Отчёт об импорте/ }).click()
  const report = page.getByRole('dialog', { name: 'Отчёт об импорте' })
  await expect(report.getByText('нет картинки «нет.png»')).toBeVisible()
  await report.getByText('Закрыть').click()
  await expect(report).toBeHidden()

  // a second one, whose file is not sent again when nobody answers, taken back
  await page.goto('/courses')
  await page.getByRole('button', { name: 'Импортировать' }).click()
  await loseResponse(page, '**/api/imports')
  await choose(page, 'Лишний.md', Buffer.from('Лишнее'))
  await dialog.getByRole('button', { name: 'Начать импорт' }).click()
  await dialog.getByRole('button', { name: 'Отменить импорт' }).click()
  await page.getByRole('dialog', { name: 'Отменить импорт?' }).getByRole('button', { name: 'Отменить импорт' }).click()
  await expect(page.getByText('Импорт отменён')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Типографика' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Лишний' })).toHaveCount(0)
})

test('a course is downloaded as an archive, and its lessons are imported into another one', async ({
  page,
  request,
}) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const { token } = teacher
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name: 'Плакат' } })
  await callApi(request, 'POST', '/api/lessons', { token, body: { course_id: course.id, name: 'Цвет и форма' } })
  // a ZIP inside the archive
  const zip = { name: 'контраст.zip', type: 'application/zip', bytes: await scormZip() }
  const file_id = await sendFile(request, teacher, zip)
  const scorm = { kind: 'scorm', file_id, course_id: course.id }
  const { import: made } = await callApi(request, 'POST', '/api/imports', { token, body: scorm })
  const imported = async () => (await callApi(request, 'GET', `/api/imports/${made.id}`, { token })).import.status
  await expect.poll(imported).toBe('done')
  const { course: other } = await callApi(request, 'POST', '/api/courses', { token, body: { name: 'Афиша' } })
  await openAs(page, token, `/courses/${course.id}`)
  await page.getByRole('button', { name: 'Другие действия с курсом' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Скачать архив курса' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Плакат.zip')
  const bytes = await readFile(await download.path())

  await page.goto(`/courses/${other.id}`)
  await page.getByRole('button', { name: 'Другие действия с курсом' }).click()
  await page.getByRole('menuitem', { name: 'Импортировать уроки…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Импорт уроков' })
  await choose(page, 'Плакат.zip', bytes)
  await expect(dialog.getByText('Готово: 2 урока.')).toBeVisible()
  await dialog.getByRole('link', { name: 'Открыть курс' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Цвет и форма', exact: true })).toBeVisible()
})

test('an import that failed is repeated later with the same file, from its report and from the message', async ({
  page,
  request,
}) => {
  const { token } = await newPerson('teacher', 'Вера', 'Лосева')
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name: 'Плакат' } })
  await openAs(page, token, `/courses/${course.id}`)
  const { failed, respond } = await failFirst(page, course.id)
  const sent: string[] = []
  page.on('request', (made) => {
    if (made.method() === 'POST' && made.url().endsWith('/api/imports')) sent.push(made.postDataJSON().file_id)
  })
  await begin(page, 'Цвет.md')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Импорт прервался')
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click()
  await expect(dialog).toBeHidden()

  await page.route(`**/api/courses/${course.id}/imports`, (route) => route.fulfill({ json: { imports: [failed] } }))
  await page.reload()
  await page.getByRole('button', { name: /^Отчёт об импорте/ }).click()
  await dialog.getByRole('button', { name: 'Повторить импорт' }).click()
  await expect(dialog.getByText('Готово: 1 урок.')).toBeVisible()
  await page.goto(`/courses/${course.id}`)

  // the dialog is closed before the import fails
  failed.status = 'running'
  await page.unroute('**/api/imports')
  await page.route('**/api/imports', respond, { times: 1 })
  await begin(page, 'Форма.md')
  await expect(dialog.getByText('Окно можно закрыть')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  failed.status = 'failed'
  // what nobody answers can be repeated again
  await page.route('**/api/imports', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Повторить', exact: true }).click()
  await expect(page.getByText('Не удалось начать импорт')).toBeVisible()
  await page.getByRole('button', { name: 'Повторить', exact: true }).click()
  await expect(page.getByText('Импорт закончен: 1 урок')).toBeVisible()
  const [first, , second] = sent
  expect(first).not.toBe(second)
  expect(sent).toEqual([first, first, second, second, second])
})

test('the report on an import that failed takes the place of the message about it', async ({ page, request }) => {
  const { token } = await newPerson('teacher', 'Вера', 'Лосева')
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name: 'Плакат' } })
  await openAs(page, token, `/courses/${course.id}`)
  const { failed } = await failFirst(page, course.id)
  failed.status = 'running'
  await page.route(`**/api/courses/${course.id}/imports`, (route) => route.fulfill({ json: { imports: [failed] } }))
  await begin(page, 'Цвет.md')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Окно можно закрыть')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  failed.status = 'failed'
  const message = page.getByText('Импорт не получился')
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: /^Отчёт об импорте/ }).click()
  await expect(dialog.getByRole('button', { name: 'Повторить импорт' })).toBeVisible()
  await expect(message).toHaveCount(0)
})

test('a file that is no archive is refused with a sentence, and another one can be chosen', async ({ page }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  await openAs(page, teacher.token, '/courses')
  await page.getByRole('button', { name: 'Импортировать' }).click()
  const dialog = page.getByRole('dialog', { name: 'Импорт курса' })
  // a ZIP with nothing in it
  await choose(page, 'курс.zip', Buffer.concat([Buffer.from([0x50, 0x4b, 0x05, 0x06]), Buffer.alloc(18)]))
  await expect(dialog.getByRole('alert')).toContainText('Переносить нечего')
  // the same one would be refused again
  await expect(dialog.getByRole('button', { name: 'Повторить импорт' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Выбрать другой файл' }).click()
  await expect(dialog.getByRole('button', { name: 'Выбрать файл' })).toBeVisible()
})

test('a new course is based on one that there is', async ({ page, request }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const { token } = teacher
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name: 'Плакат' } })
  await callApi(request, 'POST', '/api/lessons', { token, body: { course_id: course.id, name: 'Цвет и форма' } })
  await openAs(page, token, '/courses/create')
  await page.getByRole('combobox', { name: 'Взять за основу' }).selectOption('Плакат')
  await page.getByRole('button', { name: 'Скопировать…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Скопировать' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Плакат (копия)' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Цвет и форма', exact: true })).toBeVisible()
})
