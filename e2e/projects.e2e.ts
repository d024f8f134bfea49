import { demoPassword } from '#server/users/users.factory.ts'
import { drawnPicture, handInWith } from './attempt-files.ts'
import { loseResponse } from './lose-response.ts'
import { callApi, demoToken, expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

/** A public project with its own tag. */
const newProject = async (request: import('@playwright/test').APIRequestContext, token: string, body: object = {}) => {
  const fields = { name: 'Плакат о трамвае', summary: 'Про рельсы', content: '<p>Рассказ.</p>', status: 'published' }
  const { user } = await callApi(request, 'GET', '/api/auth/user', { token })
  await callApi(request, 'POST', `/api/users/${user.id}/consents`, { token, body: { document: 'publication' } })
  return (await callApi(request, 'POST', '/api/projects', { token, body: { ...fields, ...body } })).project
}

test('the gallery is searched and filtered with the keyboard, and its address can be shared', async ({
  page,
  request,
}) => {
  const author = await newPerson('student', 'Эраст', 'Звонарёв')
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
  // the numbers follow the chosen filters
  await expect(page.getByRole('combobox', { name: 'Год' })).toContainText(`${new Date().getUTCFullYear()} (2)`)
  const chosen = page.getByRole('button', { name: `#${tag}` })
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  expect(await violations(page)).toEqual([])
  await chosen.focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/tag=/)
})

test('the page of a tag leads to related tags', async ({ page, request }) => {
  const author = await newPerson('student')
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

/** An accepted task of a student who has never published anything. */
const acceptedTask = async (request: import('@playwright/test').APIRequestContext) => {
  const teacher = await newPerson('teacher')
  const student = await newPerson('student')
  const { lesson } = await newCourse(request, teacher, { students: [student], lesson: 'Плакат о мосте' })
  const id = await handInWith(request, student, lesson.id, {
    content: '<p>Готовая работа.</p>',
    files: [await drawnPicture('мост.png', '#1d6b4f')],
  })
  await callApi(request, 'POST', `/api/tasks/${id}/review`, {
    token: teacher.token,
    body: { attempt: 1, verdict: 'accepted' },
  })
  return { student, path: `/lessons/${lesson.id}` }
}

test('an accepted task is published in one step, once, for everybody with a consent', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { student, path } = await acceptedTask(request)
  await openAs(page, student.token, path)
  await page.getByRole('button', { name: 'Опубликовать проект' }).click()
  const dialog = page.getByRole('dialog', { name: 'Опубликовать проект' })
  await expect(dialog.getByLabel('Название')).toHaveValue('Плакат о мосте')
  await expect(dialog.getByText('Готовая работа.')).toBeVisible()
  await expect(dialog.getByText('Обложка: первая картинка.')).toBeVisible()
  const consent = page.getByRole('checkbox', { name: /согласие/ })
  await expect(consent).not.toBeChecked()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Название').fill('Мост из бумаги')
  await consent.check()
  await dialog.getByRole('button', { name: 'Опубликовать' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Мост из бумаги' })).toBeVisible()
  await expect(page.getByRole('note').filter({ hasText: 'Опубликовано.' })).toContainText('Проект видят все')
  await expect(page.getByRole('link', { name: 'Изменить' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  const { projects } = await callApi(request, 'GET', `/api/projects?user_id=${student.id}`)
  expect(projects.map(({ name }: { name: string }) => name)).toEqual(['Мост из бумаги'])
  expect(projects[0].cover.url).toContain('/files/')
  const guest = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false })
  const reader = await guest.newPage()
  await reader.goto(new URL(page.url()).pathname)
  await expect(reader.getByText('Готовая работа.')).toBeVisible()
  await guest.close()

  // the task links to its project now
  await page.goBack()
  await expect(page.getByText('Из этой работы сделан проект:')).toContainText('«Мост из бумаги»')
  await page.getByRole('link', { name: 'Открыть проект' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Мост из бумаги' })).toBeVisible()
  // the consent is asked for once
  await page.goto('/projects/create')
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeVisible()
  await expect(consent).toHaveCount(0)
})

test('an accepted task is published on a phone, or filled in first', async ({ page, request }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const { student, path } = await acceptedTask(request)
  await openAs(page, student.token, path)
  const open = page.getByRole('button', { name: 'Опубликовать проект' })
  const dialog = page.getByRole('dialog', { name: 'Опубликовать проект' })
  await open.click()
  await dialog.getByRole('link', { name: 'Сначала дополнить' }).click()
  await expect(page.getByRole('textbox', { name: 'Рассказ о проекте' })).toContainText('Готовая работа.')
  await page.goBack()

  await open.click()
  await expect(dialog.getByRole('checkbox', { name: /согласие/ })).toBeVisible()
  await expect.poll(() => dialog.evaluate((box) => box.getBoundingClientRect().right)).toBeLessThanOrEqual(375)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByRole('note').filter({ hasText: 'Опубликовано.' })).toContainText('Проект видит школа')
})

test('without the consent only the school sees it', async ({ page, request }) => {
  const { id, token } = await newPerson('student')
  await openAs(page, token, '/projects/create')
  await page.getByLabel('Название').fill('Для всех')
  await expect(page.getByRole('checkbox', { name: /согласие/ })).toBeVisible()
  // the response is lost, and the page is loaded again: what was typed is there, and no second project when changed
  const { lost } = await loseResponse(page, '**/api/projects')
  await page.getByRole('button', { name: 'Сохранить черновик' }).click()
  await lost
  await page.reload()
  await page.getByLabel('Название').fill('Для своих')
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Для своих' })).toBeVisible()
  expect((await callApi(request, 'GET', `/api/projects?user_id=${id}`, { token })).projects).toHaveLength(1)
  await expect(page.getByRole('note').filter({ hasText: 'Школа' })).toBeVisible()
  const path = new URL(page.url()).pathname
  expect((await request.get(`/api${path}`)).status()).toBe(404)
  // a co-author who has not given it either keeps the project in the school: that is said where everybody is chosen
  const friend = await newPerson('student', 'Нина', 'Рябова')
  await callApi(request, 'POST', `/api${path}/authors`, { token, body: { email: friend.email } })
  await callApi(request, 'POST', `/api${path}/agreement`, { token: friend.token })
  await page.getByRole('link', { name: 'Изменить' }).click()
  await page.getByRole('radio', { name: 'Все' }).check()
  await page.getByRole('checkbox', { name: /согласие/ }).check()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Его ещё нет у автора: Нина Рябова.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Все' })).toBeFocused()
  expect(await violations(page)).toEqual([])
})

test('a project by link opens with its key', async ({ page, request, newDevice }) => {
  const author = await newPerson('student')
  const project = await newProject(request, author.token, { visibility: 'link', name: 'По секрету' })
  const guest = await newDevice()
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
  await guest.close()
})

test('a co-author is asked and agrees', async ({ page, request, newDevice }) => {
  const maker = await newPerson('student', 'Лев', 'Щукин')
  const friend = await newPerson('student', 'Нина', 'Рябова')
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

  const other = await newDevice()
  await openAs(other, null, path)
  const authors = other.getByRole('list', { name: 'Авторы' })
  await expect(authors).toContainText('Лев Щукин')
  await expect(authors).not.toContainText('Нина')

  const hers = await newDevice()
  await openAs(hers, friend.token, path)
  await expect(hers.getByText('Вас назвали соавтором.')).toBeVisible()
  // the project is public: her name on it needs her consent to that
  await expect(hers.getByRole('button', { name: 'Согласиться' })).toBeDisabled()
  await hers.getByRole('checkbox', { name: /разрешённых для распространения/ }).check()
  expect(await violations(hers)).toEqual([])
  await hers.getByRole('button', { name: 'Согласиться' }).click()
  await expect(hers.getByRole('link', { name: 'Изменить' })).toBeVisible()

  await other.reload()
  await expect(authors).toContainText('Нина Рябова')

  // a guest who likes it signs in, and comes back to it
  await other.getByRole('link', { name: /^Нравится/ }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  await other.getByLabel('Почта или логин').fill(friend.email)
  await other.getByRole('textbox', { name: 'Пароль' }).fill(demoPassword)
  await other.getByRole('button', { name: 'Войти', exact: true }).click()
  await expect(other).toHaveURL(new RegExp(`${path}$`))
  await other.close()
  await hers.close()
})

test('a report leads to hiding, the author asks to restore the project', async ({ page, request, newDevice }) => {
  const author = await newPerson('student')
  const reader = await newPerson('student')
  const curator = await newPerson('curator')
  const project = await newProject(request, author.token, { name: `Чужие снимки ${Date.now()}` })
  await openAs(page, reader.token, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Пожаловаться' }).click()
  const dialog = page.getByRole('dialog', { name: 'Пожаловаться на проект' })
  await dialog.getByRole('radio', { name: 'Чужая работа' }).check()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Жалоба отправлена')).toBeVisible()

  const desk = await newDevice()
  await openAs(desk, curator.token, '/settings?tab=reports')
  const report = desk.getByRole('listitem').filter({ hasText: project.name })
  await expect(report).toContainText('Чужая работа')
  expect(await violations(desk)).toEqual([])
  await report.getByRole('button', { name: 'Скрыть проект' }).click()
  await desk.getByLabel('Почему').fill('Снимки чужие')
  await desk.getByRole('dialog').getByRole('button', { name: 'Скрыть проект' }).click()
  await expect(report).toHaveCount(0)

  const his = await newDevice()
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
  await desk.close()
  await his.close()
})

test('a curator mends a hidden project, and changes nothing else of it', async ({ page, request }) => {
  const author = await newPerson('student')
  const curator = await newPerson('curator')
  const project = await newProject(request, author.token)
  const path = `/api/projects/${project.id}`
  await callApi(request, 'PUT', path, { token: curator.token, body: { status: 'hidden', reason: 'Чужой снимок' } })
  await openAs(page, curator.token, `/projects/${project.id}/edit`)
  await page.getByLabel('Коротко о проекте').fill('Про мосты')
  // meanwhile its author mends it, too
  await callApi(request, 'PUT', path, { token: author.token, body: { name: 'Плакат о мосте' } })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Плакат о мосте' })).toBeVisible()
  const { name, summary, visibility } = (await callApi(request, 'GET', path, { token: author.token })).project
  // it is the author who has agreed that everybody sees it, and not the curator
  expect([name, summary, visibility]).toEqual(['Плакат о мосте', 'Про мосты', 'public'])
})

test('a comment is answered below itself', async ({ page, request }) => {
  const author = await newPerson('student')
  const project = await newProject(request, author.token)
  const token = await demoToken('student')
  await callApi(request, 'POST', `/api/projects/${project.id}/comments`, { token, body: { text: 'Как сделано?' } })
  await openAs(page, author.token, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Ответить: Как сделано?' }).click()
  const field = page.getByLabel(/^Ваш ответ/)
  await expect(field).toBeFocused()
  await field.fill('Ножницами')
  // on a slow network nothing is typed that would be cleared together with what is sent
  const { promise: arrived, resolve: letArrive } = Promise.withResolvers<void>()
  await page.route('**/comments', (route) => arrived.then(() => route.continue()))
  await page.getByRole('button', { name: 'Ответить', exact: true }).click()
  await expect(field).not.toBeEditable()
  letArrive()
  await expect(page.getByRole('list', { name: 'Ответы' })).toContainText('Ножницами')
  expect(await violations(page)).toEqual([])
})

test('a long discussion has pages, and the user’s own comments stay visible', async ({ page, request }) => {
  const author = await newPerson('student')
  const reader = await newPerson('student')
  const project = await newProject(request, author.token)
  const { token } = reader
  for (let number = 1; number <= 53; number += 1) {
    await callApi(request, 'POST', `/api/projects/${project.id}/comments`, {
      token,
      body: { text: `Слово ${number}.` },
    })
  }
  await openAs(page, author.token, `/projects/${project.id}`)
  await expect(page.getByText('Слово 50.')).toBeVisible()
  await expect(page.getByText('Слово 51.')).toHaveCount(0)
  await page.getByLabel('Ваш комментарий').fill('Спасибо всем')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByText('Спасибо всем')).toBeVisible()
  await expect(page.getByText('Показано 51 из 54')).toBeVisible()
  await page.getByRole('button', { name: 'Показать ещё' }).click()
  await expect(page.getByText('Слово 53.')).toBeVisible()
  await expect(page.getByText('Спасибо всем')).toHaveCount(1)
  await expect(page.getByText('Показано 54 из 54')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Показать ещё' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
})

test('the writer of a comment removed by staff is notified with the reason', async ({ page, request, newDevice }) => {
  const author = await newPerson('student')
  const writer = await newPerson('student')
  const curator = await newPerson('curator')
  const project = await newProject(request, author.token)
  const comments = `/api/projects/${project.id}/comments`
  for (const text of ['Чей это почерк?', 'Ерунда какая-то']) {
    await callApi(request, 'POST', comments, { token: writer.token, body: { text } })
  }
  await openAs(page, curator.token, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Удалить комментарий: Ерунда какая-то' }).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить комментарий' })
  await dialog.getByLabel('Почему, если хотите объяснить').fill('Пишите о работе, а не о её авторе')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Удалить' }).click()
  await expect(page.getByText('Ерунда какая-то')).toHaveCount(0)
  await expect(page.getByText('Чей это почерк?')).toBeVisible()
  // it is removed for good once the page is left
  await page.goto('/projects')

  const hers = await newDevice()
  await expect(async () => {
    const { notifications } = await callApi(request, 'GET', '/api/users/notifications', { token: writer.token })
    expect(notifications).toHaveLength(1)
  }).toPass()
  await openAs(hers, writer.token, '/courses')
  await hers.getByRole('button', { name: /^Уведомления/ }).click()
  const news = hers.getByRole('dialog', { name: 'Уведомления' })
  await expect(news).toContainText('Ваш комментарий к проекту «Плакат о трамвае» удалён')
  await expect(news).toContainText('Пишите о работе, а не о её авторе')
  await hers.close()
})

test('a notification about an answer under a project by link leads back by that link', async ({ page, request }) => {
  const author = await newPerson('student')
  const reader = await newPerson('student')
  const project = await newProject(request, author.token, { visibility: 'link', name: 'По секрету' })
  const comments = `/api/projects/${project.id}/comments`
  const { comment } = await callApi(request, 'POST', `${comments}?key=${project.link_key}`, {
    token: reader.token,
    body: { text: 'Как сделано?' },
  })
  await callApi(request, 'POST', comments, { token: author.token, body: { text: 'Ножницами', parent_id: comment.id } })
  await expect(async () => {
    const { notifications } = await callApi(request, 'GET', '/api/users/notifications', { token: reader.token })
    expect(notifications).toHaveLength(1)
  }).toPass()
  await openAs(page, reader.token, '/courses')
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await page.getByRole('dialog', { name: 'Уведомления' }).getByRole('link', { name: 'По секрету' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'По секрету' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ответы' })).toContainText('Ножницами')
})

test('a notification opens its comment', async ({ page, request }) => {
  const [author, reader] = [await newPerson('student'), await newPerson('student', 'Анна', 'Ёлкина')]
  const project = await newProject(request, author.token, { content: '<p>Рассказ о рельсах.</p>'.repeat(60) })
  const body = { text: 'Какой это шрифт?' }
  await callApi(request, 'POST', `/api/projects/${project.id}/comments`, { token: reader.token, body })
  await openAs(page, author.token, '/')
  await expect(page.getByRole('button', { name: /непрочитанных: 1/ })).toBeVisible()
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Плакат о трамвае' }).click()
  await expect(page.getByRole('main').getByText('Какой это шрифт?')).toBeInViewport()
})
