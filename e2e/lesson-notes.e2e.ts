import type { Page } from '@playwright/test'
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

test('a reader’s own note: written without a network, with passages of the text, kept and found again', async ({
  page,
  request,
  context,
}) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const content = '<p>Сетка держит страницу.</p><p>Шаг сетки равен <b>восьми пикселям</b>, и это удобно.</p>'
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, { token: teacher.token, body: { content } })
  const path = `/lessons/${lesson.id}`

  await openAs(page, student.token, path)
  await page.getByRole('button', { name: 'Мои заметки' }).click()
  await expect(notes(page)).toContainText('Видите только вы')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await context.setOffline(true)
  await field(page).fill('Спросить про поля')
  await expect(notes(page).getByRole('status')).toHaveText(offline)
  await closeWithoutNetwork(page)
  await context.setOffline(false)

  // another page brings it to the server by itself
  const next = await context.newPage()
  await next.goto(path)
  await next.getByRole('button', { name: 'Мои заметки' }).click()
  await expect(field(next)).toHaveValue('Спросить про поля')
  await expect(notes(next).getByRole('status')).toHaveText(saved)

  await select(next, 'Шаг сетки')
  await next.getByRole('button', { name: 'Выделить', exact: true }).click()
  await expect.poll(() => marked(next)).toEqual(['Шаг сетки'])
  await select(next, 'держит страницу')
  await next.getByRole('button', { name: 'В заметку' }).click()
  await expect(next.getByRole('textbox', { name: /о цитате «держит страницу»/ })).toBeFocused()
  await next.keyboard.type('Вот зачем')
  await expect(notes(next).getByRole('status')).toHaveText(saved)
  await settled(next)
  expect(await violations(next)).toEqual([])

  // on the next visit the passages are coloured without a click, and a quotation leads to its place
  await next.reload()
  await expect.poll(() => marked(next)).toEqual(['держит страницу', 'Шаг сетки'])
  await next.getByRole('button', { name: 'Мои заметки' }).click()
  await expect(next.getByRole('textbox', { name: /о цитате «держит страницу»/ })).toHaveValue('Вот зачем')
  await notes(next).getByRole('button', { name: 'Шаг сетки', exact: true }).click()
  await expect(next.getByText('Шаг сетки равен')).toBeFocused()
  await notes(next)
    .getByRole('button', { name: /^Убрать цитату «Шаг сетки»/ })
    .click()
  await expect.poll(() => marked(next)).toEqual(['держит страницу'])

  // the lesson is changed: the quotation stays, with a note that its place is gone; on a phone it is in a sheet
  const body = { content: '<p>Сетка нужна.</p>' }
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, { token: teacher.token, body })
  await next.setViewportSize({ width: 360, height: 720 })
  await next.reload()
  await next.getByRole('button', { name: 'Мои заметки' }).click()
  const sheet = next.getByRole('dialog', { name: 'Мои заметки' })
  await expect(sheet).toContainText('Этих слов в уроке больше нет')
  await expect(sheet.getByRole('button', { name: 'держит страницу', exact: true })).toHaveCount(0)
  await settled(next)
  expect(await violations(next)).toEqual([])

  await openAs(next, teacher.token, `${path}?as=student`)
  await expect(next.getByText('Сетка нужна.')).toBeVisible()
  await expect(next.getByRole('button', { name: 'Мои заметки' })).toHaveCount(0)
})
