import { callApi, demoToken, expect, handIn, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

/** A project that everybody sees, with a tag of its own. */
const newProject = async (request: import('@playwright/test').APIRequestContext, token: string, body: object = {}) => {
  const words = { name: 'Плакат о трамвае', summary: 'Про рельсы', content: '<p>Рассказ.</p>', status: 'published' }
  return (await callApi(request, 'POST', '/api/projects', { token, body: { ...words, ...body } })).project
}

test('the gallery is searched and narrowed with the keyboard, and its address can be given away', async ({
  page,
  request,
}) => {
  const author = await newPerson(request, 'student', 'Эраст', 'Звонарёв')
  const tag = `этюд${Date.now()}`
  await newProject(request, author.token, { name: 'Этюды о колокольнях', tags: [tag, 'город'] })
  await newProject(request, author.token, { name: 'Этюд о мосте', tags: [tag] })
  await openAs(page, null, '/projects')
  const search = page.getByRole('searchbox', { name: 'Название, описание или автор' })
  await search.focus()
  await page.keyboard.type('звонарев колокол')
  await expect(page.getByRole('link', { name: /Этюды о колокольнях/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Этюд о мосте/ })).toHaveCount(0)
  await expect(page).toHaveURL(/search=/)
  await expect(search).toBeFocused()

  await search.fill('калакольня')
  await expect(page.getByText('Точно такого нет. Вот похожее:')).toBeVisible()
  await expect(page.getByRole('link', { name: /Этюды о колокольнях/ })).toBeVisible()

  await page.goto(`/projects?tag=${tag}`)
  await expect(page.getByText('2 проекта')).toBeVisible()
  const chosen = page.getByRole('button', { name: `#${tag}` })
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  expect(await violations(page)).toEqual([])
  await chosen.focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/tag=/)
})

test('the page of a tag leads to its neighbours', async ({ page, request }) => {
  const author = await newPerson(request, 'student')
  const [tag, neighbour] = [`слово${Date.now()}`, `сосед${Date.now()}`]
  await newProject(request, author.token, { name: 'Первый', tags: [tag, neighbour] })
  await newProject(request, author.token, { name: 'Второй', tags: [tag] })
  await openAs(page, null, `/tags/${tag}`)
  await expect(page.getByRole('heading', { level: 1, name: `#${tag}` })).toBeVisible()
  await expect(page.getByText('2 проекта').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: `#${neighbour}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `#${neighbour}` })).toBeVisible()
  await expect(page.getByRole('link', { name: /Второй/ })).toHaveCount(0)
})

test('an accepted work is published for everybody with a consent', async ({ page, request, browser, baseURL }) => {
  const teacher = await newPerson(request, 'teacher')
  const student = await newPerson(request, 'student')
  const { lesson } = await newCourse(request, teacher, { students: [student] })
  const id = await handIn(request, student, lesson.id, '<p>Готовая работа.</p>')
  await callApi(request, 'POST', `/api/tasks/${id}/review`, {
    token: teacher.token,
    body: { attempt: 1, verdict: 'accepted' },
  })
  await openAs(page, student.token, `/lessons/${lesson.id}`)
  await page.getByRole('link', { name: 'Опубликовать как проект' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Рассказ о проекте' })).toHaveText('Готовая работа.')
  const consent = page.getByRole('checkbox', { name: /согласие/ })
  await expect(consent).not.toBeChecked()
  expect(await violations(page)).toEqual([])
  await consent.check()
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByRole('button', { name: 'Поделиться' })).toBeVisible()
  const guest = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false })
  const reader = await guest.newPage()
  await reader.goto(new URL(page.url()).pathname)
  await expect(reader.getByText('Готовая работа.')).toBeVisible()
  await guest.close()
  // it is asked once
  await page.goto('/projects/create')
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeVisible()
  await expect(consent).toHaveCount(0)
})

test('without the consent only the school sees it', async ({ page, request }) => {
  const student = await newPerson(request, 'student')
  await openAs(page, student.token, '/projects/create')
  await page.getByLabel('Название').fill('Для своих')
  await expect(page.getByRole('checkbox', { name: /согласие/ })).toBeVisible()
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Для своих' })).toBeVisible()
  await expect(page.getByRole('note').filter({ hasText: 'Школа' })).toBeVisible()
  const { status } = await request
    .get(`/api${new URL(page.url()).pathname}`)
    .then((answer) => ({ status: answer.status() }))
  expect(status).toBe(404)
})

test('a project by link opens with its key', async ({ page, request, browser, baseURL }) => {
  const author = await newPerson(request, 'student')
  const project = await newProject(request, author.token, { visibility: 'link', name: 'По секрету' })
  const guest = await (await browser.newContext({ baseURL: baseURL as string, locale: 'ru-RU' })).newPage()
  await guest.goto(`/projects/${project.id}`)
  await expect(guest.getByRole('heading', { level: 1, name: 'Ошибка 404' })).toBeVisible()
  await guest.goto(`/projects/${project.id}?key=${project.link_key}`)
  await expect(guest.getByRole('heading', { level: 1, name: 'По секрету' })).toBeVisible()

  await openAs(page, author.token, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Сменить ссылку' }).click()
  await page.getByRole('button', { name: 'Сменить', exact: true }).click()
  await expect(page.getByText('Ссылка новая')).toBeVisible()
  await guest.goto(`/projects/${project.id}?key=${project.link_key}`)
  await expect(guest.getByRole('heading', { level: 1, name: 'Ошибка 404' })).toBeVisible()
  await guest.context().close()
})

test('a co-author is asked and agrees', async ({ page, request, browser, baseURL }) => {
  const maker = await newPerson(request, 'student', 'Лев', 'Щукин')
  const friend = await newPerson(request, 'student', 'Нина', 'Рябова')
  const project = await newProject(request, maker.token)
  const path = `/projects/${project.id}`
  await openAs(page, maker.token, path)
  await page.getByRole('button', { name: 'Авторы' }).click()
  const dialog = page.getByRole('dialog', { name: 'Авторы проекта' })
  await dialog.getByLabel('Почта соавтора').fill(friend.email)
  await dialog.getByRole('button', { name: 'Пригласить' }).click()
  await expect(dialog.getByText('пока не ответил')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const other = await (await browser.newContext({ baseURL: baseURL as string, locale: 'ru-RU' })).newPage()
  await openAs(other, null, path)
  const authors = other.getByRole('list', { name: 'Авторы' })
  await expect(authors).toContainText('Лев Щукин')
  await expect(authors).not.toContainText('Нина')

  const hers = await (await browser.newContext({ baseURL: baseURL as string, locale: 'ru-RU' })).newPage()
  await openAs(hers, friend.token, path)
  await expect(hers.getByText('Вас назвали соавтором.')).toBeVisible()
  expect(await violations(hers)).toEqual([])
  await hers.getByRole('button', { name: 'Согласиться' }).click()
  await expect(hers.getByRole('link', { name: 'Изменить' })).toBeVisible()

  await other.reload()
  await expect(authors).toContainText('Нина Рябова')
  await other.context().close()
  await hers.context().close()
})

test('a report leads to hiding, the author asks for the project back', async ({ page, request, browser, baseURL }) => {
  const author = await newPerson(request, 'student')
  const reader = await newPerson(request, 'student')
  const curator = await newPerson(request, 'curator')
  const project = await newProject(request, author.token, { name: `Чужие снимки ${Date.now()}` })
  await openAs(page, reader.token, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Пожаловаться' }).click()
  const dialog = page.getByRole('dialog', { name: 'Пожаловаться на проект' })
  await dialog.getByRole('radio', { name: 'Чужая работа' }).check()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Жалоба отправлена')).toBeVisible()

  const desk = await (await browser.newContext({ baseURL: baseURL as string, locale: 'ru-RU' })).newPage()
  await openAs(desk, curator.token, '/settings?tab=reports')
  const report = desk.getByRole('listitem').filter({ hasText: project.name })
  await expect(report).toContainText('Чужая работа')
  expect(await violations(desk)).toEqual([])
  await report.getByRole('button', { name: 'Скрыть проект' }).click()
  await desk.getByLabel('Почему').fill('Снимки чужие')
  await desk.getByRole('dialog').getByRole('button', { name: 'Скрыть проект' }).click()
  await expect(report).toHaveCount(0)

  const his = await (await browser.newContext({ baseURL: baseURL as string, locale: 'ru-RU' })).newPage()
  await openAs(his, author.token, `/projects/${project.id}`)
  await expect(his.getByText('Причина: Снимки чужие')).toBeVisible()
  await his.getByRole('button', { name: 'Попросить вернуть' }).click()
  await his.getByLabel('Что вы исправили').fill('Снял сам')
  await his.getByRole('button', { name: 'Отправить' }).click()
  await expect(his.getByText('Отправлено кураторам')).toBeVisible()

  await desk.reload()
  await expect(report).toContainText('Снял сам')
  await report.getByRole('button', { name: 'Вернуть в галерею' }).click()
  await expect(desk.getByText('Проект снова в галерее')).toBeVisible()
  await desk.context().close()
  await his.context().close()
})

test('a comment is answered under itself', async ({ page, request }) => {
  const author = await newPerson(request, 'student')
  const project = await newProject(request, author.token)
  const token = await demoToken(request, 'student')
  await callApi(request, 'POST', `/api/projects/${project.id}/comments`, { token, body: { text: 'Как сделано?' } })
  await openAs(page, author.token, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Ответить: Как сделано?' }).click()
  const field = page.getByLabel(/^Ваш ответ/)
  await expect(field).toBeFocused()
  await field.fill('Ножницами')
  await page.getByRole('button', { name: 'Ответить', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Ответы' })).toContainText('Ножницами')
  expect(await violations(page)).toEqual([])
})
