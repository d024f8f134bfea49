import type { Page } from '@playwright/test'
import { newQueue } from './desk.ts'
import { callApi, expect, openAs, test } from './school.ts'

const comment = (page: Page) => page.getByRole('textbox', { name: 'Комментарий к решению' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a comment is inserted from the bank by its first letters, with the student’s name', async ({ page, request }) => {
  const { teacher, tasks, course } = await newQueue(request, 1)
  const save = (text: string, course_id: number | null = null) =>
    callApi(request, 'POST', '/api/saved-comments', { token: teacher.token, body: { text, course_id } })
  await save('{имя}, сделайте поля шире')
  const { comment: shared } = await save('Отличная сетка', course.id)
  await openAs(page, teacher.token, `/tasks?task=${tasks[0]}`)
  const option = page.getByRole('listbox', { name: 'Сохранённые комментарии' }).getByRole('option')
  await comment(page).click()
  await page.keyboard.type('#пол')
  await expect(option).toHaveText(['Илья, сделайте поля шире'])
  const counted = page.waitForResponse(/\/api\/saved-comments\/\d+\/use$/)
  await page.keyboard.press('Enter')
  await expect(comment(page)).toHaveValue('Илья, сделайте поля шире')
  await counted
  await page.keyboard.type('. #сет')
  await expect(option).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(option).toHaveCount(0)

  await comment(page).fill('Новая фраза')
  await button(page, 'Сохранить в банк').click()
  const bank = page.getByRole('dialog', { name: 'Банк комментариев' })
  await bank.getByRole('button', { name: 'Добавить' }).click()
  await expect(bank.getByRole('list', { name: 'Сохранённые комментарии' })).toContainText('Новая фраза')
  // used once, and therefore first
  await expect(bank.getByRole('listitem').first()).toContainText('сделайте поля шире')
  // a colleague deletes what is being changed: the text is added as a new one
  await bank.getByRole('button', { name: 'Изменить: Отличная сетка' }).click()
  await callApi(request, 'DELETE', `/api/saved-comments/${shared.id}`, { token: teacher.token })
  await bank.getByLabel('Изменить комментарий').fill('Отличная сетка!')
  await bank.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(bank.getByRole('alert')).toContainText('в банке уже нет')
  await expect(page.getByText('Комментарий не сохранён')).toHaveCount(0)
  await bank.getByRole('button', { name: 'Добавить как новый' }).click()
  await bank.getByRole('button', { name: 'Удалить: Отличная сетка!' }).click()
  await expect(bank.getByRole('listitem')).toHaveCount(2)
  // the focus is in the row beside it, and what is typed is not lost by a slip
  await expect(bank.getByRole('listitem').locator(':focus')).toHaveCount(1)
  await bank.getByLabel('Новый комментарий').fill('Ещё одна')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Закрыть без сохранения?' }).getByRole('button', { name: 'Остаться' }).click()
  await expect(bank.getByLabel('Новый комментарий')).toHaveValue('Ещё одна')
  // a click inserts it where the comment is written, which continues there
  await bank.getByRole('button', { name: 'Вставить: {имя}, сделайте поля шире' }).click()
  const question = page.getByRole('dialog', { name: 'Закрыть без сохранения?' })
  await question.getByRole('button').filter({ hasText: 'Закрыть' }).click()
  await expect(bank).toBeHidden()
  await expect(comment(page)).toBeFocused()
  await page.keyboard.type('!')
  await expect(comment(page)).toHaveValue('Новая фраза Илья, сделайте поля шире!')

  // the list is above the field where there is no room below it
  await page.setViewportSize({ width: 1280, height: 620 })
  await comment(page).evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await page.keyboard.type(' #')
  await expect(option).toHaveCount(2)
  for (const row of await option.all()) await expect(row).toBeInViewport({ ratio: 1 })
  await option.filter({ hasText: 'Новая фраза' }).click()
  await expect(comment(page)).toHaveValue('Новая фраза Илья, сделайте поля шире! Новая фраза')
})
