import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'

test('a teacher announces something to a course, a student reads it, and the teacher sees who has', async ({
  page,
  request,
}) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student')]
  const course = await newCourse(request, teacher, { students: [student] })
  await openAs(page, teacher.token, '/')
  await page.getByRole('button', { name: 'Новое объявление' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новое объявление' })
  const title = `Занятие в среду ${Date.now()}`
  await dialog.getByLabel('Заголовок').fill(title)
  await dialog.getByRole('textbox', { name: 'Текст', exact: true }).fill('Приносите макеты.')
  // Escape closes what is open in the text, not the dialog around it
  const menu = dialog.getByRole('listbox', { name: 'Что вставить' })
  await page.keyboard.type(' /')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('/формула')
  await expect(menu.getByRole('option', { selected: true })).toHaveText(/^Формула/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Формула' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Формула' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Объявить' }).click()
  await expect(dialog.getByText('Выберите, для кого объявление')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Курсы' }).click()
  await page.getByRole('option', { name: course.name }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('switch', { name: 'Попросить прочитать' }).check()
  await dialog.getByRole('button', { name: 'Объявить' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('link', { name: title })
  await expect(row).toContainText('прочитали 0 из 1')

  await openAs(page, student.token, '/')
  await expect(page.getByRole('region', { name: 'Объявления' })).toContainText('Прочитайте')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Приносите макеты.')).toBeVisible()
  await page.getByRole('button', { name: 'Отметить прочитанным' }).click()
  await expect(page.getByText('Вы прочитали это объявление')).toBeVisible()

  await openAs(page, teacher.token, '/')
  await expect(row).toContainText('прочитал 1 из 1')
  const path = await row.getAttribute('href')

  // what a curator changes in the meantime stays
  await row.click()
  await page.getByRole('button', { name: 'Изменить' }).click()
  const changing = page.getByRole('dialog', { name: 'Объявление' })
  await changing.getByRole('textbox', { name: 'Текст', exact: true }).fill('Приносите эскизы.')
  const curator = await newPerson('curator')
  await callApi(request, 'PUT', `/api${path}`, { token: curator.token, body: { title: `${title}, в 10:00` } })
  await changing.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${title}, в 10:00` })).toBeVisible()
  await expect(page.getByText('Приносите эскизы.')).toBeVisible()

  const stranger = await newPerson('student')
  await openAs(page, stranger.token, path ?? '')
  await expect(page).toHaveTitle('Практика — Ошибка 404')
})

test('an announcement that is not among the newest is still on the main page', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  const { id } = await newCourse(request, teacher)
  const body = { content: '', must_read: false, to: { course_ids: [id] } }
  const announce = (title: string) =>
    callApi(request, 'POST', '/api/announcements', { token: teacher.token, body: { ...body, title } })
  await announce('Самое первое')
  await Promise.all(Array.from({ length: 22 }, (_, place) => announce(`Объявление ${place}`)))
  await openAs(page, teacher.token, '/')
  const region = page.getByRole('region', { name: 'Объявления' })
  const links = region.getByRole('link')
  await expect(links).toHaveCount(3)
  await region.getByRole('button', { name: 'Показать ещё 17' }).click()
  await expect(links).toHaveCount(20)
  await region.getByRole('button', { name: 'Показать прежние: 3' }).click()
  await expect(links).toHaveCount(23)
  await expect(region.getByRole('link', { name: /Самое первое/ })).toBeVisible()
})

test('a teacher without courses and classes sees what announcements need', async ({ page }) => {
  const teacher = await newPerson('teacher')
  await openAs(page, teacher.token, '/')
  await page.getByRole('button', { name: 'Новое объявление' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новое объявление' })
  await expect(dialog.getByRole('heading', { name: 'Пока объявлять некому' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Новый курс' }).click()
  await expect(page).toHaveURL('/courses/create')
})
