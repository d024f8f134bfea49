import { expect, newCourse, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a student finds a lesson by the keyboard alone, and finds it again among recent places', async ({
  page,
  request,
}) => {
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student')])
  const { lesson } = await newCourse(request, teacher, { students: [student], lesson: 'Ёлочный фонарь' })
  await openAs(page, student.token, '/courses')
  await expect(page.getByRole('heading', { level: 1, name: 'Курсы' })).toBeVisible()
  await settled(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Поиск' })
  const field = palette.getByRole('combobox', { name: 'Поиск по сайту' })
  await expect(field).toBeFocused()
  await field.fill('нетничеготакого')
  await expect(palette.getByText('Ничего не нашлось по запросу «нетничеготакого»')).toBeVisible()
  await field.fill('елочные фонари')
  const found = palette.getByRole('group', { name: 'Уроки' }).getByRole('option', { name: lesson.name })
  await expect(found).toBeVisible()
  expect(await violations(page)).toEqual([])
  while ((await found.getAttribute('aria-selected')) !== 'true') await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: lesson.name })).toBeVisible()
  await expect(palette).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Недавние' }).getByRole('option')).toContainText([lesson.name])
  await field.press('Escape')
  await expect(palette).toBeHidden()

  await page.getByRole('button', { name: 'Моё меню' }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await expect(page.getByRole('button', { name: 'Поиск' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('recent_places'))).toBeNull()
})

test('a teacher searches on a phone', async ({ newDevice, request }) => {
  const teacher = await newPerson('teacher')
  const { id } = await newCourse(request, teacher, { lesson: 'Карманный фонарь' })
  const page = await newDevice({ viewport: { width: 375, height: 812 } })
  await openAs(page, teacher.token, `/courses/${id}`)
  await page.getByRole('button', { name: 'Моё меню' }).click()
  await page.getByRole('menuitem', { name: 'Поиск' }).click()
  const palette = page.getByRole('dialog', { name: 'Поиск' })
  await expect(palette.getByRole('option', { name: 'Новый урок' })).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Журнал' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.route('**/api/search?*', (route) => route.abort())
  await palette.getByRole('combobox').fill('фонарь')
  await expect(palette.getByRole('alert')).toContainText('Нет сети')
  await page.unroute('**/api/search?*')
  await palette.getByRole('button', { name: 'Повторить' }).click()
  await palette.getByRole('option', { name: 'Карманный фонарь' }).click()
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(/\/lessons\/\d+/)
})

test('«Back» closes what is open over a page, and then leaves the page', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  const { id, name } = await newCourse(request, teacher)
  await openAs(page, teacher.token, '/courses')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const dialog = page.getByRole('dialog')
  for (const open of [
    () => page.keyboard.press('Control+k'),
    async () => {
      await page.getByRole('button', { name: 'Другие действия с курсом' }).click()
      await page.getByRole('menuitem', { name: 'Скопировать курс…' }).click()
    },
    async () => {
      await page.getByRole('button', { name: 'Другие действия с курсом' }).click()
      await page.getByRole('menuitem', { name: 'Удалить курс' }).click()
    },
  ]) {
    await open()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(`/courses/${id}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await page.goBack()
  await expect(page).toHaveURL('/courses')
})
