import { callApi, expect, holdNews, newPerson, openAs, test } from './school.ts'

/** The text of an editor, found by its label. */
const editor = (page: import('@playwright/test').Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: true })

test('from a new course to a published project', async ({ page, browser, newDevice, baseURL, request }) => {
  test.setTimeout(90_000)
  const teacher = await newPerson('teacher', 'Вера', 'Строева')
  const student = await newPerson('student', 'Илья', 'Прохоров')
  const desk = await newDevice()

  await test.step('a teacher creates a course with a lesson that has an assignment', async () => {
    await openAs(desk, teacher.token, '/')
    // the menu of courses is there before the first one
    await expect(desk.getByRole('banner').getByRole('link', { name: 'Курсы', exact: true })).toBeVisible()
    await desk.getByRole('link', { name: 'Новый курс' }).first().click()
    await desk.getByLabel('Название').fill('Плакат за неделю')
    await desk.getByLabel('Коротко о курсе').fill('Семь дней и один плакат')
    await editor(desk, 'О курсе').fill('Начнём с бумаги.')
    await desk.getByRole('button', { name: 'Создать курс' }).click()
    await expect(desk.getByRole('heading', { level: 1, name: 'Плакат за неделю' })).toBeVisible()
    await desk.getByRole('button', { name: 'Опубликовать' }).click()
    await expect(desk.getByText('Опубликован', { exact: true }).first()).toBeVisible()

    await desk.getByRole('link', { name: 'Добавить урок' }).first().click()
    await desk.getByLabel('Название').fill('Первый эскиз')
    await editor(desk, 'Текст урока').fill('Нарисуйте три эскиза.')
    await desk.getByRole('radio', { name: 'Опубликован' }).check()
    await desk.getByRole('switch', { name: 'Задание' }).check({ force: true })
    await editor(desk, 'Что нужно сделать').fill('Покажите лучший эскиз.')
    await desk.getByRole('button', { name: 'Добавить урок' }).click()
    await expect(desk.getByRole('heading', { level: 1, name: 'Первый эскиз' })).toBeVisible()
  })

  await test.step('and enrols a student by e-mail', async () => {
    await desk.getByRole('link', { name: 'Плакат за неделю' }).first().click()
    await desk.getByRole('textbox', { name: 'Записать студента' }).fill(student.email)
    await desk.keyboard.press('Enter')
    // what is refused is shown as nothing else
    const refused = /\/api\/courses\/\d+\/students$/
    await desk.route(refused, (route) => route.abort())
    await desk.getByRole('button', { name: 'Записать: Илья Прохоров' }).click()
    await expect(desk.getByText('Не удалось изменить список')).toBeVisible()
    // sooner than it would go by itself
    await expect(desk.getByText('Студент записан на курс')).toBeHidden({ timeout: 4000 })
    await expect(desk.getByText(/^Пока никого\./)).toBeVisible()
    await desk.unroute(refused)
    await desk.getByRole('textbox', { name: 'Записать студента' }).fill(student.email)
    await desk.keyboard.press('Enter')
    // the list shows the student before the server has them
    const enrolled = desk.waitForResponse(/\/api\/courses\/\d+\/students$/)
    await desk.getByRole('button', { name: 'Записать: Илья Прохоров' }).click()
    await expect(desk.getByRole('list', { name: 'Студенты' })).toContainText('Илья Прохоров')
    expect((await enrolled).ok()).toBe(true)
  })

  await test.step('the student finds the lesson and hands a task in', async () => {
    await openAs(page, student.token, '/')
    await page.getByRole('link', { name: 'Курсы', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Плакат за неделю' }).first().click()
    // the list of courses has a link to the lesson, too, which disappears under the pointer
    await expect(page.getByRole('heading', { level: 1, name: 'Плакат за неделю' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Первый эскиз' }).first().click()
    await page.getByRole('button', { name: 'Начать работу' }).first().click()
    await editor(page, /Ответ, попытка 1/).fill('Вот мой эскиз.')
    await expect(page.getByText(/Сохранено в \d\d:\d\d/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Отправить на проверку' }).click()
    await expect(page.getByText(/попытка 1/i).first()).toBeVisible()
    await expect(page.getByText('На проверке').first()).toBeVisible()
  })

  await test.step('the teacher returns it with remarks', async () => {
    await desk
      .getByRole('banner')
      .getByRole('link', { name: /Задания/ })
      .click()
    await desk
      .getByRole('list', { name: 'Очередь работ' })
      .getByRole('link', { name: /Илья Прохоров/ })
      .click()
    await expect(desk.getByText('Вот мой эскиз.')).toBeVisible()
    await desk.getByRole('button', { name: 'Вернуть' }).click()
    await expect(desk.getByText(/напишите, что/i).first()).toBeVisible()
    await desk.getByRole('textbox', { name: 'Новое замечание' }).fill('Сделайте поля шире')
    await desk.getByRole('button', { name: 'Добавить замечание' }).click()
    await desk.getByRole('textbox', { name: 'Комментарий к решению' }).fill('Хорошее начало')
    await desk.getByRole('button', { name: 'Вернуть' }).click()
    await expect(desk.getByText('Всё проверено')).toBeVisible()
  })

  await test.step('the student is notified, fixes it and hands in again', async () => {
    await page.reload()
    await expect(page.getByText('На доработке').first()).toBeVisible()
    await expect(page.getByText('Сделайте поля шире').first()).toBeVisible()
    // beside the enrolment, and once the verdict can no longer be taken back: now
    const lesson = `/api${new URL(page.url()).pathname}/task`
    const { task } = await callApi(request, 'GET', lesson, { token: student.token })
    await holdNews({ entry_id: task.thread.at(-1).id }, Date.now())
    const bell = page.getByRole('button', { name: /^Уведомления, непрочитанных: 2/ })
    await expect(bell).toBeVisible()
    await bell.click()
    await expect(page.getByRole('dialog', { name: 'Уведомления' })).toContainText('Хорошее начало')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Исправить' }).first().click()
    await editor(page, /Ответ, попытка 2/).fill('Вот мой эскиз с широкими полями.')
    await page.getByRole('button', { name: 'Отправить на проверку' }).click()
    await expect(page.getByText('На проверке').first()).toBeVisible()
  })

  await test.step('the teacher accepts it', async () => {
    await desk
      .getByRole('list', { name: 'Очередь работ' })
      .getByRole('link', { name: /попытка 2/ })
      .click()
    await expect(desk.getByText('Вот мой эскиз с широкими полями.')).toBeVisible()
    await desk.getByRole('textbox', { name: 'Комментарий к решению' }).fill('Теперь отлично')
    await desk.getByRole('button', { name: 'Принять' }).click()
    await expect(desk.getByText('Всё проверено')).toBeVisible()
  })

  await test.step('the student publishes it as a project', async () => {
    await page.reload()
    await expect(page.getByText('Принято').first()).toBeVisible()
    await page.getByRole('button', { name: 'Опубликовать проект' }).click()
    const dialog = page.getByRole('dialog', { name: 'Опубликовать проект' })
    await expect(dialog.getByLabel('Название')).toHaveValue('Первый эскиз')
    await dialog.getByLabel('Название').fill('Плакат с широкими полями')
    await dialog.getByRole('checkbox', { name: /согласие/ }).check()
    await dialog.getByRole('button', { name: 'Опубликовать' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Плакат с широкими полями' })).toBeVisible()
  })

  await test.step('and anybody sees it', async () => {
    const address = new URL(page.url()).pathname
    expect(address).toMatch(/^\/projects\/\d+$/)
    const guest = await browser.newContext({ baseURL: baseURL as string })
    const visitor = await guest.newPage()
    await visitor.goto('/projects')
    await visitor.getByRole('link', { name: 'Плакат с широкими полями' }).first().click()
    await expect(visitor.getByText('Вот мой эскиз с широкими полями.')).toBeVisible()
    await guest.close()
  })
  await desk.close()
})
