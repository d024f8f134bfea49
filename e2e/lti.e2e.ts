import { startTool } from '../server/lti/real-tool.fixture.ts'
import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'

test('a tool of another site is added by a curator, put into a lesson, and its grade comes into the journal', async ({
  page,
  request,
}) => {
  const tool = await startTool()
  const [curator, teacher] = [await newPerson('curator'), await newPerson('teacher')]
  const student = await newPerson('student', 'Анна', 'Ёлкина')
  const course = await newCourse(request, teacher, { students: [student] })
  const name = `Тренажёр ${course.id}`

  await test.step('the curator adds it', async () => {
    await openAs(page, curator.token, '/settings?tab=integrations')
    await page.getByRole('button', { name: 'Добавить инструмент' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Название').fill(name)
    await form.getByLabel('Адрес начала входа').fill(tool.registration.login_url)
    await form.getByLabel('Что открывать').fill(tool.registration.target_url)
    await form.getByLabel('Адреса возврата').fill(tool.registration.redirect_urls.join('\n'))
    await form.getByLabel('Адрес ключей').fill(tool.registration.jwks_url)
    await form.getByLabel('Имя и фамилию').check()
    await form.getByLabel('Почту').check()
    await form.getByRole('button', { name: 'Добавить инструмент' }).click()
    const data = page.getByRole('dialog', { name: `Данные для «${name}»` })
    const clientId = await data.getByLabel('Номер клиента').inputValue()
    const { platform } = await callApi(request, 'GET', '/api/lti/tools', { token: curator.token })
    await expect(data.getByLabel('Адрес ключей')).toHaveValue(platform.jwks_url)
    tool.register(clientId, platform)
  })

  await test.step('the teacher puts it into a lesson', async () => {
    await openAs(page, teacher.token, `/lessons/${course.lesson.id}/edit`)
    await page.getByRole('button', { name: 'Добавить инструмент' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Инструмент', { exact: true }).selectOption(name)
    await form.getByLabel('Название в уроке').fill('Сетки')
    await form.getByLabel('Параметры').fill('topic=Колонки')
    await form.getByLabel('Наибольший балл').fill('20')
    await form.getByLabel('Результат — в журнал').check()
    await form.getByRole('button', { name: 'Добавить' }).click()
    await expect(page.getByRole('button', { name: 'Изменить: Сетки' })).toBeVisible()
  })

  await test.step('the student works in it', async () => {
    await openAs(page, student.token, `/lessons/${course.lesson.id}`)
    await page.getByRole('button', { name: 'Открыть здесь' }).click()
    const asked = page.getByRole('dialog', { name: `Что узнает «${name}»` })
    await expect(asked.getByLabel('И мою почту')).toBeChecked()
    await expect(asked.getByText('сообщает сюда, сколько баллов')).toBeVisible()
    await asked.getByRole('button', { name: 'Согласиться и открыть' }).click()
    const inside = page.frameLocator('iframe[title="Сетки"]').frameLocator('iframe')
    await expect(inside.getByRole('heading', { name: 'Анна Ёлкина' })).toBeVisible()
    await expect(inside.getByText('Тема: Колонки')).toBeVisible()
    await inside.getByRole('button', { name: 'Закончить' }).click()
    await expect(inside.getByText('Результат отправлен')).toBeVisible()
    await expect(page.getByText('пройдено · 16 из 20')).toBeVisible()
    await expect(page.getByText('Хорошая работа')).toBeVisible()
  })

  await test.step('the journal shows the grade', async () => {
    await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
    await expect(page.getByRole('columnheader', { name: /Сетки/ })).toContainText('инструмент')
    await expect(page.getByRole('row').filter({ hasText: 'Анна' })).toContainText('16/20')
  })
  expect(tool.failures).toEqual([])
  tool.stop()
})

test('a tool opens in a tab of its own', async ({ page, request }) => {
  const tool = await startTool()
  const [curator, teacher] = [await newPerson('curator'), await newPerson('teacher')]
  const student = await newPerson('student', 'Борис', 'Орлов')
  const course = await newCourse(request, teacher, { students: [student] })
  const made = await callApi(request, 'POST', '/api/lti/tools', { token: curator.token, body: tool.registration })
  const { platform } = await callApi(request, 'GET', '/api/lti/tools', { token: curator.token })
  tool.register(made.tool.client_id, platform)
  await callApi(request, 'POST', `/api/lessons/${course.lesson.id}/lti`, {
    token: teacher.token,
    body: { tool_id: made.tool.id, title: 'Сетки' },
  })
  await openAs(page, student.token, `/lessons/${course.lesson.id}`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Открыть в новой вкладке' }).click()
  await page.getByRole('button', { name: 'Согласиться и открыть' }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { name: 'Борис Орлов' })).toBeVisible()
  // the tool reaches nothing of the site
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()

  await test.step('the consent is seen, changed and taken back in the profile', async () => {
    await openAs(page, student.token, '/profile')
    const { name } = made.tool
    const tools = page.getByRole('region', { name: 'Внешние инструменты' })
    await expect(tools.getByText('Знает ваше имя и почту, сообщает баллы')).toBeVisible()
    await tools.getByRole('button', { name: `Изменить, что узнаёт: ${name}`, exact: true }).click()
    await page.getByLabel('И мою почту').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await expect(tools.getByText('Знает ваше имя, сообщает баллы')).toBeVisible()
    await tools.getByRole('button', { name: `Отозвать согласие: ${name}`, exact: true }).click()
    await page.getByRole('button', { name: 'Отозвать', exact: true }).click()
    await expect(tools).toBeHidden()
    await openAs(page, student.token, `/lessons/${course.lesson.id}`)
    await page.getByRole('button', { name: 'Открыть здесь' }).click()
    await expect(page.getByRole('button', { name: 'Согласиться и открыть' })).toBeVisible()
  })
  tool.stop()
})
