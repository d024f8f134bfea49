import type { Route } from '@playwright/test'
import writeExcelFile from 'write-excel-file/node'
import { demoPassword } from '#server/users/users.factory.ts'
import { callApi, expect, newPerson, openAs, test, tokenOfLongAgo } from './school.ts'
import { violations } from './violations.ts'

test('a curator imports people from a file, corrects a column, skips a wrong row and undoes it all', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  const mark = String(Date.now())
  const curator = await newPerson('curator')
  const known = await newPerson('student', 'Ася', `Прежняя${mark}`)
  const { user } = await callApi(request, 'GET', `/api/users/${known.id}`, { token: curator.token })
  const className = `Поток ${mark}`
  const rows = [
    ['Фамилия', 'Имя', 'Куда писать', 'Роль', 'Класс'],
    ['Новикова', 'Лада', `lada${mark}@school.example`, 'ученица', className],
    ['Новиков', 'Пётр', `petr${mark}@school.example`, 'кот', className],
    ['Нынешняя', 'Ася', user.email, '', ''],
    ['Новая', 'Ольга', `olga${mark}@school.example`, 'завуч', ''],
  ]
  const buffer = await writeExcelFile([
    { sheet: 'Ученики', data: rows.map((row) => row.map((value) => ({ value, type: String }))) },
    { sheet: 'Кружки', data: [[{ value: 'Хор', type: String }]] },
  ]).toBuffer()

  await openAs(page, await tokenOfLongAgo(curator), '/users')
  await page.getByRole('link', { name: 'Импорт из файла' }).click()
  // the network fails once, and the page still has the file
  const calls = '**/api/people-imports'
  await page.route(calls, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page
    .getByLabel('Файл с людьми')
    .setInputFiles({ name: `Класс ${mark}.xlsx`, mimeType: 'application/octet-stream', buffer })
  await expect(page.getByRole('alert')).toContainText(`Не удалось проверить файл «Класс ${mark}.xlsx»`)
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Повторить проверку' }).click()
  await expect(page.getByRole('heading', { name: 'Проверено' })).toBeFocused()
  await expect(page.getByText('Прочитан лист «Ученики». Остальные листы не прочитаны: «Кружки».')).toBeVisible()
  // who has no address is matched by nothing: the third one looks new, and the last one needs an address
  await expect(page.getByText('новых: 2 · с ошибками: 2')).toBeVisible()
  await page.getByLabel('Почта', { exact: true }).selectOption('Куда писать')
  await expect(page.getByText('новых: 2 · изменятся: 1 · с ошибками: 1')).toBeVisible()
  await expect(page.getByText('Новый, куратор')).toBeVisible()
  await page.getByLabel('Только с ошибками (1)').check()
  await expect(page.getByRole('list', { name: 'Строки файла' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('Роль: Такой роли нет')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Применить без ошибочных: 3' }).click()
  await page.getByRole('button', { name: 'Пропустить и применить' }).click()
  const dialog = page.getByRole('dialog', { name: 'Введите пароль' })
  await dialog.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Продолжить' }).click()
  await expect(page.getByRole('heading', { name: 'Импорт выполнен' })).toBeFocused()
  await expect(page.getByText(`Созданы классы: ${className}`)).toBeVisible()
  const changed = await callApi(request, 'GET', `/api/users/${known.id}`, { token: curator.token })
  expect(changed.user.surname).toBe('Нынешняя')

  await page.getByRole('link', { name: 'Загрузить ещё файл' }).click()
  await page.getByRole('link', { name: `Класс ${mark}.xlsx` }).click()
  await page.getByRole('button', { name: 'Отменить импорт' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить импорт' }).click()
  await expect(page.getByRole('heading', { name: 'Импорт отменён' })).toBeFocused()
  // nothing reads as if it were still there
  await expect(page.getByText('удалено новых: 2 · возвращено прежнее: 1 · пропущено с ошибками: 1')).toBeVisible()
  await expect(page.getByText(`Удалены новые классы: ${className}`)).toBeVisible()
  const rowsShown = page.getByRole('list', { name: 'Строки файла' }).getByRole('listitem')
  await expect(rowsShown.filter({ hasText: 'Лада' })).toContainText('Удалён')
  await expect(rowsShown.filter({ hasText: 'Ася' })).toContainText('Возвращён')
  const restored = await callApi(request, 'GET', `/api/users/${known.id}`, { token: curator.token })
  expect(restored.user.surname).toBe(`Прежняя${mark}`)
})

test('a curator learns on every page of the import that a file could not be checked', async ({ page }) => {
  const mark = String(Date.now())
  const curator = await newPerson('curator')
  const name = `Список ${mark}.csv`
  const buffer = Buffer.from(`Фамилия;Имя;Почта\nЛистова;Майя;maya${mark}@school.example\n`)
  const choose = () => page.getByLabel('Файл с людьми').setInputFiles({ name, mimeType: 'text/csv', buffer })
  const title = `Не удалось проверить файл «${name}»`
  const fault = page.getByRole('main').getByRole('alert')

  await openAs(page, curator.token, '/users?tab=import')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Выбрать файл' }).press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'Проверено' })).toBeFocused()
  await page.getByRole('button', { name: 'Применить: 1' }).click()
  await expect(page.getByRole('heading', { name: 'Импорт выполнен' })).toBeFocused()

  // the network fails while an earlier import is looked at: said there, and where the file can be sent again
  const calls = '**/api/people-imports'
  const held = Promise.withResolvers<Route>()
  await page.route(calls, (route) => (route.request().method() === 'POST' ? held.resolve(route) : route.fallback()))
  await page.getByRole('link', { name: 'Загрузить ещё файл' }).click()
  await choose()
  await expect(page.getByText('Читаем и проверяем…')).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name: 'Импорт выполнен' })).toBeVisible()
  await (await held.promise).abort()
  await expect(page.getByRole('alert')).toContainText(title)
  await page.getByRole('link', { name: 'Загрузить ещё файл' }).click()
  await expect(fault).toContainText(title)
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Повторить проверку' }).click()
  await expect(page.getByRole('heading', { name: 'Проверено' })).toBeVisible()

  // corrected columns that could not be checked leave nothing behind where the next file is chosen
  await page.route(calls, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.getByText(/^Колонки: прочитано/).click()
  const refused = page.waitForEvent('requestfailed')
  await page.getByLabel('Фамилия', { exact: true }).selectOption('Имя')
  await refused
  await expect(page.getByRole('alert')).toContainText(title)
  await page.getByRole('link', { name: 'Выбрать другой файл' }).click()
  await expect(page.getByRole('button', { name: 'Выбрать файл' })).toBeVisible()
  await expect(fault).toHaveCount(0)
})
