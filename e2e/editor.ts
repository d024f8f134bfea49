import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { callApi, expect, newCourse, newPerson, openAs, type Person } from './school.ts'

/** The text of the edited lesson. */
export const text = (page: Page) => page.getByRole('textbox', { name: 'Текст урока' })
/** A bar of buttons by its name. */
export const bar = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
/** The «/» menu. */
export const menu = (page: Page) => page.getByRole('listbox', { name: 'Что вставить' })

/** A teacher's lesson, open in the editor, and empty. */
export const openLesson = async (page: Page, request: APIRequestContext, content = '') => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, { token: teacher.token, body: { content } })
  await openAs(page, teacher.token, `/lessons/${lesson.id}/edit`)
  await text(page).click()
  return { teacher, student, lessonId: lesson.id }
}

/** Saves the lesson and returns its text from the server, without signatures and sizes. */
export const save = async (
  page: Page,
  request: APIRequestContext,
  { token }: Person,
  lessonId: number,
): Promise<string> => {
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page).toHaveURL(`/lessons/${lessonId}`)
  const { lesson } = await callApi(request, 'GET', `/api/lessons/${lessonId}`, { token })
  return lesson.content.replace(/\?expires=[^" ]*/g, '')
}

/** Types with the keyboard. */
export const type = (page: Page, text: string) => page.keyboard.type(text)

/** Selects with keys, and waits until the page handles it: the browser notifies it a moment later. */
export const selectBy = async (page: Page, keys: string) => {
  const selected = await page.evaluateHandle(() => ({
    of: new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true })),
  }))
  await page.keyboard.press(keys)
  await selected.evaluate(({ of }) => of.then(() => undefined))
}

/** Opens the «/» menu, types the search, and takes the first match. */
export const insert = async (page: Page, search: string) => {
  await type(page, `/${search}`)
  await expect(menu(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(menu(page)).toHaveCount(0)
}

/** Pastes into the focused element, as a browser does. */
export const paste = (page: Page, data: { html?: string; file?: { name: string; type: string; base64: string } }) =>
  page.evaluate(({ html, file }) => {
    const clipboardData = new DataTransfer()
    if (html) clipboardData.setData('text/html', html)
    if (file) {
      const bytes = Uint8Array.from(atob(file.base64), (sign) => sign.charCodeAt(0))
      clipboardData.items.add(new File([bytes], file.name, { type: file.type }))
    }
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, data)

/** A picture in one colour, in base64. */
export const picture = async (width: number, height: number) =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#256af4' } })
      .png()
      .toBuffer()
  ).toString('base64')
