import type { APIRequestContext, Page } from '@playwright/test'
import { closeWithoutNetwork, offline, saved } from './drafts.ts'
import { callApi, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

const notes = (page: Page) => page.getByRole('region', { name: 'Мои заметки' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Заметка к уроку' })

/** Selects words of the lesson, as with the mouse. */
const select = (page: Page, quote: string) =>
  page.evaluate((words) => {
    const texts = document.createTreeWalker(document.querySelector('.rich-text') as Element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.textContent?.indexOf(words) ?? -1
      if (at < 0) continue
      document.getSelection()?.setBaseAndExtent(text, at, text, at + words.length)
      return
    }
  }, quote)

/** The passages that are coloured in the text. */
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('noted') ?? [])].map((range) => (range as Range).toString()))

/** A lesson to write notes on, with its teacher and a reader. */
const newLesson = async (request: APIRequestContext) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const content = '<p>Сетка держит страницу.</p><p>Шаг сетки равен <b>восьми пикселям</b>, и это удобно.</p>'
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, { token: teacher.token, body: { content } })
  return { teacher, student, lessonId: lesson.id, path: `/lessons/${lesson.id}` }
}

const openNotes = (page: Page) => page.getByRole('button', { name: 'Мои заметки' }).click()

test('a reader’s own note: written without a network, and brought to the server by another page', async ({
  page,
  request,
  context,
}) => {
  const { student, path } = await newLesson(request)
  await openAs(page, student.token, path)
  await openNotes(page)
  await expect(notes(page)).toContainText('Видите только вы')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await context.setOffline(true)
  await field(page).fill('Спросить про поля')
  await expect(notes(page).getByRole('status')).toHaveText(offline)
  await closeWithoutNetwork(page)
  await context.setOffline(false)

  const next = await context.newPage()
  await next.goto(path)
  await openNotes(next)
  await expect(field(next)).toHaveValue('Спросить про поля')
  await expect(notes(next).getByRole('status')).toHaveText(saved)
})

test('passages of the lesson are noted, coloured on the next visit, and lead to their place', async ({
  page,
  request,
}) => {
  const { student, path } = await newLesson(request)
  await openAs(page, student.token, path)
  await openNotes(page)
  await expect(field(page)).toBeVisible()
  await select(page, 'Шаг сетки')
  await page.getByRole('button', { name: 'Выделить', exact: true }).click()
  await expect.poll(() => marked(page)).toEqual(['Шаг сетки'])
  await select(page, 'держит страницу')
  await page.getByRole('button', { name: 'В заметку' }).click()
  await expect(page.getByRole('textbox', { name: /о цитате «держит страницу»/ })).toBeFocused()
  await page.keyboard.type('Вот зачем')
  await expect(notes(page).getByRole('status')).toHaveText(saved)
  await settled(page)
  expect(await violations(page)).toEqual([])

  // coloured without a click
  await page.reload()
  await expect.poll(() => marked(page)).toEqual(['держит страницу', 'Шаг сетки'])
  await openNotes(page)
  await expect(page.getByRole('textbox', { name: /о цитате «держит страницу»/ })).toHaveValue('Вот зачем')
  await notes(page).getByRole('button', { name: 'Шаг сетки', exact: true }).click()
  await expect(page.getByText('Шаг сетки равен')).toBeFocused()
  await notes(page)
    .getByRole('button', { name: /^Убрать цитату «Шаг сетки»/ })
    .click()
  await expect.poll(() => marked(page)).toEqual(['держит страницу'])
})

test('a quotation outlives its place in a changed lesson; on a phone the notes are in a sheet', async ({
  page,
  request,
}) => {
  const { teacher, student, lessonId, path } = await newLesson(request)
  const highlights = [{ id: 'a'.repeat(32), start: 6, quote: 'держит страницу', text: 'Вот зачем' }]
  const note = { text: 'Спросить про поля', highlights, revision: 0 }
  await callApi(request, 'PUT', `/api/lessons/${lessonId}/note`, { token: student.token, body: note })
  const body = { content: '<p>Сетка нужна.</p>' }
  await callApi(request, 'PUT', `/api/lessons/${lessonId}`, { token: teacher.token, body })

  await page.setViewportSize({ width: 360, height: 720 })
  await openAs(page, student.token, path)
  await openNotes(page)
  const sheet = page.getByRole('dialog', { name: 'Мои заметки' })
  await expect(sheet).toContainText('Этих слов в уроке больше нет')
  await expect(sheet.getByRole('textbox', { name: /о цитате «держит страницу»/ })).toHaveValue('Вот зачем')
  await expect(sheet.getByRole('button', { name: 'держит страницу', exact: true })).toHaveCount(0)
  await settled(page)
  expect(await violations(page)).toEqual([])

  await openAs(page, teacher.token, `${path}?as=student`)
  await expect(page.getByText('Сетка нужна.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Мои заметки' })).toHaveCount(0)
})
