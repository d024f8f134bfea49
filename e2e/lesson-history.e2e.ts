import { newSchool } from './journal.ts'
import { callApi, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('a teacher sees what a colleague changed in a lesson, restores what was there, and takes that back', async ({
  page,
  request,
}) => {
  const [teacher, colleague] = [
    await newPerson('teacher', 'Вера', 'Лосева'),
    await newPerson('teacher', 'Олег', 'Круг'),
  ]
  const { id, lesson } = await newCourse(request, teacher)
  await callApi(request, 'PUT', `/api/courses/${id}/teachers`, {
    token: teacher.token,
    body: { user_ids: [teacher.id, colleague.id] },
  })
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, {
    token: colleague.token,
    body: { name: 'Сетка плаката', content: '<h2>О чём урок</h2><p>Читаем и чертим.</p>' },
  })

  await openAs(page, teacher.token, `/lessons/${lesson.id}/edit`)
  await page.getByRole('link', { name: 'История' }).click()
  const list = page.getByRole('list', { name: 'Версии урока' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('Олег Круг · так урок выглядит сейчас')
  await settled(page)
  expect(await violations(page)).toEqual([])

  await list
    .getByRole('link', { name: /^Что изменилось/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Название' })).toContainText('Сетка плаката')
  const text = page.getByRole('region', { name: 'Текст урока' })
  await expect(text.getByRole('deletion')).toContainText('пробуем')
  await expect(text.getByRole('insertion')).toContainText('чертим')
  await expect(page.getByRole('button', { name: 'Вернуть эту версию' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Все версии' }).click()
  await list
    .getByRole('link', { name: /^Что изменилось/ })
    .last()
    .click()
  await page.getByRole('link', { name: 'Отличия от нынешней' }).click()
  // the version before it shows more of them
  await expect(text.getByRole('insertion')).toHaveCount(1)
  await expect(text.getByRole('insertion')).toContainText('чертим')
  await settled(page)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Вернуть эту версию' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const saved = async () =>
    (await callApi(request, 'GET', `/api/lessons/${lesson.id}`, { token: teacher.token })).lesson
  expect(await saved()).toMatchObject({ name: 'Первый урок', content: '<h2>О чём урок</h2><p>Читаем и пробуем.</p>' })

  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('link', { name: 'К редактированию' }).click()
  await expect(page.getByRole('textbox', { name: 'Название' })).toHaveValue('Сетка плаката')
  expect((await saved()).content).toContain('чертим')
})

test('a teacher who saves over a colleague’s version sees both, and chooses', async ({ page, request }) => {
  const teacher = await newPerson('teacher', 'Вера', 'Лосева')
  const curator = await newPerson('curator', 'Олег', 'Круг')
  const { lesson } = await newCourse(request, teacher)
  await openAs(page, teacher.token, `/lessons/${lesson.id}/edit`)
  const text = page.getByRole('textbox', { name: 'Текст урока' })
  await text.fill('Моя версия')
  await callApi(request, 'PUT', `/api/lessons/${lesson.id}`, {
    token: curator.token,
    body: { content: '<p>Версия куратора</p>' },
  })
  const save = page.getByRole('button', { name: 'Сохранить', exact: true })
  await save.click()
  await expect(page.getByText('этот урок сохранили: Олег Круг')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'За это время сохранили другую версию' })).toBeVisible()
  await page.getByRole('button', { name: 'Продолжить с моим' }).click()
  await save.click()
  await expect(page).toHaveURL(`/lessons/${lesson.id}`)
  await expect(page.getByText('Моя версия')).toBeVisible()
})

test('a deleted lesson is restored from the bin, with what was typed into its form', async ({ page, request }) => {
  const { teacher, course, lesson } = await newSchool(request)
  await openAs(page, teacher.token, `/lessons/${lesson}/edit`)
  const name = page.getByRole('textbox', { name: 'Название', exact: true })
  await name.fill('Письмо без черновика')
  await page.getByRole('button', { name: 'Удалить урок' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 сданные работы')
  await dialog.getByRole('button', { name: 'Удалить урок' }).click()
  await expect(page).toHaveURL(new RegExp(`/courses/${course.id}$`))
  const bin = page.getByRole('region', { name: 'Корзина' })
  await expect(bin).toContainText('вернуть можно ещё 30 дней')
  await bin.getByRole('button', { name: 'Вернуть урок: Письмо' }).click()
  await expect(bin).toBeHidden()
  await expect(page.getByRole('link', { name: /Письмо/ }).first()).toBeVisible()
  await page.goto(`/lessons/${lesson}/edit`)
  await expect(name).toHaveValue('Письмо без черновика')
})
