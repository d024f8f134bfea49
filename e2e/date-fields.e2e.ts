import { callApi, expect, newPerson, openAs, test } from './school.ts'

test('a day that is typed in part is not taken for an empty field', async ({ page, request }) => {
  const { token } = await newPerson('curator')
  const before = await callApi(request, 'GET', '/api/organisation/pages/1')
  await openAs(page, token, '/organisation/page1?view=edit')
  const day = page.getByLabel('Дата создания').first()
  await day.focus()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(day).toBeFocused()
  await expect(day).toHaveAccessibleDescription(/Такого дня нет/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await callApi(request, 'GET', '/api/organisation/pages/1')).toEqual(before)
  await day.fill('2021-02-28')
  await expect(day).not.toHaveAccessibleDescription(/Такого дня нет/)

  // nor in a form, which is not sent
  await openAs(page, token, '/users')
  await page.getByRole('button', { name: 'Новый пользователь' }).click()
  const dialog = page.getByRole('dialog')
  // the dialog puts the focus there a moment after it is drawn
  await expect(dialog.getByRole('textbox', { name: 'Имя', exact: true })).toBeFocused()
  await dialog.getByLabel('Дата рождения').focus()
  await page.keyboard.type('1')
  await dialog.getByRole('button', { name: 'Создать' }).click()
  await expect(dialog.getByLabel('Дата рождения')).toHaveAccessibleDescription(/Такого дня нет/)
  await expect(dialog.getByLabel('Дата рождения')).toBeFocused()
  await callApi(request, 'DELETE', '/api/organisation/pages/1/draft', { token })
})
