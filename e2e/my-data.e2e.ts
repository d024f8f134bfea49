import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { readZip } from '#server/testing/read-zip.ts'
import { demoPassword } from '#server/users/users.factory.ts'
import { drawnPicture } from './attempt-files.ts'
import { callApi, demoToken, expect, newCourse, newPerson, openAs, settled, test } from './school.ts'
import { violations } from './violations.ts'

test('people download all their data as an archive', async ({ page }) => {
  const { token, email } = await newPerson('student', 'Вера', 'Лосева')
  await openAs(page, token, '/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать мои данные' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^Мои данные \d{4}-\d\d-\d\d\.zip$/)
  const archive = readZip(await readFile(await saved.path()))
  expect(JSON.parse(archive['data.json'] as string).profile).toMatchObject([{ name: 'Вера', surname: 'Лосева', email }])
  await expect(page.getByText('Данные скачаны')).toBeVisible()
})

for (const late of ['sessions', 'notification-settings', 'consents', 'certificates']) {
  test(`the button that erases an account is not moved by what arrives late: ${late}`, async ({ page }) => {
    const { id, token } = await newPerson('student')
    const held = Promise.withResolvers<void>()
    await page.route(`**/api/users/${id}/${late}`, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.addInitScript(() => {
      const places = new Set<number>()
      Object.assign(window, { places })
      new MutationObserver(() => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Удалить учётную запись',
        )
        if (button) places.add(Math.round(button.getBoundingClientRect().top + scrollY))
      }).observe(document, { childList: true, subtree: true })
    })
    const others = ['sessions', 'totp', 'passkeys', 'notification-settings', 'consents', 'certificates']
    const arrived = others
      .filter((name) => name !== late)
      .map((name) => page.waitForResponse(`**/api/users/${id}/${name}`).then((response) => response.finished()))
    await openAs(page, token, '/profile')
    await Promise.all(arrived)
    held.resolve()
    await page.getByRole('button', { name: 'Удалить учётную запись' }).waitFor()
    await settled(page)
    expect(await page.evaluate(() => (window as unknown as { places: Set<number> }).places.size)).toBe(1)
  })
}

test('an account is about to be erased, and kept after all', async ({ page, request }) => {
  const { id, email, token } = await newPerson('student')
  await openAs(page, token, '/profile')
  await page.getByRole('button', { name: 'Удалить учётную запись' }).click()
  const dialog = page.getByRole('dialog', { name: 'Удалить учётную запись' })
  await expect(dialog.getByText('Без имени останутся оценки и решения')).toBeVisible()
  await dialog.getByLabel('Ваш пароль').fill('не тот пароль')
  await dialog.getByRole('button', { name: 'Удалить через 14 дней' }).click()
  await expect(dialog.getByText('Сейчас пароль другой')).toBeVisible()
  await dialog.getByLabel('Ваш пароль').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Удалить через 14 дней' }).click()
  await expect(dialog).toBeHidden()

  // others cannot see it in the meantime
  expect((await request.get(`/users/${id}`)).status()).toBe(404)
  // another day, on another computer
  await openAs(page, null, '/login')
  await page.getByLabel('Почта').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Войти' }).click()
  const notice = page.getByRole('complementary', { name: 'Удаление учётной записи' })
  await expect(notice).toContainText('будет удалена')
  await notice.getByRole('button', { name: 'Не удалять' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByText('Учётная запись останется')).toBeVisible()
  expect((await request.get(`/users/${id}`)).status()).toBe(200)
})

test('the question and the notice are accessible', async ({ page, request }) => {
  const { id, token } = await newPerson('student')
  await openAs(page, token, '/profile')
  await page.getByRole('button', { name: 'Удалить учётную запись' }).click()
  await expect(page.getByRole('dialog', { name: 'Удалить учётную запись' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await callApi(request, 'POST', `/api/users/${id}/erasure`, { token, body: { password: demoPassword } })
  await page.goto('/profile')
  await expect(page.getByRole('complementary', { name: 'Удаление учётной записи' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a curator erases an account at a written request, which is recorded', async ({ page }) => {
  const person = await newPerson('student', 'Нина', 'Уходящая')
  const curator = await newPerson('curator')
  await openAs(page, curator.token, `/users/${person.id}`)
  await page.getByRole('button', { name: 'Удалить по заявлению' }).click()
  const dialog = page.getByRole('dialog', { name: /^Удалить учётную запись/ })
  await dialog.getByLabel('Ваш пароль').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Удалить через 14 дней' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Не удалять' })).toBeVisible()
  await page.goto('/users?tab=erasures')
  await expect(page.getByRole('listitem').filter({ hasText: 'Нина Уходящая' })).toContainText('Будет удалена')
  expect(await violations(page)).toEqual([])
})

test('a curator who erases the last teacher of a course chooses who takes it over', async ({ page, request }) => {
  const teacher = await newPerson('teacher')
  await newCourse(request, teacher, { name: 'Курс без второго преподавателя' })
  const colleague = await newPerson('teacher', 'Вера', 'Приёмова')
  const curator = await newPerson('curator')
  await openAs(page, curator.token, `/users/${teacher.id}`)
  await page.getByRole('button', { name: 'Удалить по заявлению' }).click()
  const dialog = page.getByRole('dialog', { name: /^Удалить учётную запись/ })
  await dialog.getByLabel('Ваш пароль').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Удалить через 14 дней' }).click()
  const question = page.getByRole('dialog', { name: 'Кто примет курсы?' })
  await expect(question).toContainText('«Курс без второго преподавателя»')
  await question.getByRole('searchbox', { name: 'Преподаватель' }).fill(colleague.email)
  await question.getByRole('button', { name: 'Выбрать: Вера Приёмова' }).click()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Передать и удалить' }).click()
  await expect(question).toBeHidden()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Не удалять' })).toBeVisible()

  // somebody who leaves by themselves reads where their courses go
  const leaving = await newPerson('teacher')
  await openAs(page, leaving.token, '/profile')
  await page.getByRole('button', { name: 'Удалить учётную запись' }).click()
  await expect(dialog).toContainText('в день удаления перейдут куратору')
})

test('a profile shows what somebody does and where to find them', async ({ page, request }) => {
  const { id, token } = await newPerson('student')
  // the end of each letter leads here
  await openAs(page, token, '/profile#notification-settings')
  const letters = page.getByRole('heading', { name: 'Письма и сообщения о событиях' })
  await expect(letters).toBeFocused()
  // parts above it may be drawn later
  await settled(page)
  await expect(letters).toBeInViewport()
  await page.getByRole('button', { name: 'Изменить профиль' }).click()
  // what is typed about oneself survives the loss of the page
  await page.getByLabel('О себе').fill('Учусь рисовать буквы')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Изменить профиль' }).click()
  await expect(page.getByLabel('О себе')).toHaveValue('Учусь рисовать буквы')
  await page.getByLabel('Чем занимаюсь').fill('Рисую шрифты')
  await page.getByRole('button', { name: 'Добавить ссылку' }).click()
  await page.getByLabel('Ссылка 1: название').fill('Портфолио')
  await page.getByLabel('Ссылка 1: адрес').fill('http://orlova.example')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('он начинается с https://')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Ссылка 1: адрес').fill('orlova.example/works')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByRole('button', { name: 'Изменить профиль' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Портфолио' })).toHaveAttribute('href', 'https://orlova.example/works')
  await expect(page.getByText('Учусь рисовать буквы')).toBeVisible()
  // a photo is gone for good: that is asked first
  const photo = await drawnPicture('я.png', '#256af4')
  const addAndRemove = async () => {
    await page.getByLabel('Файл с фото').setInputFiles({ name: photo.name, mimeType: photo.type, buffer: photo.bytes })
    await page.getByRole('button', { name: 'Удалить фото' }).click()
    await page.getByRole('dialog', { name: 'Удалить фото?' }).getByRole('button', { name: 'Удалить' }).click()
  }
  await addAndRemove()
  await expect(page.getByRole('button', { name: 'Загрузить фото' })).toBeFocused()
  // on a slow network the person does something else meanwhile, and stays there
  const held = Promise.withResolvers<Route>()
  await page.route(`**/api/users/${id}/avatar`, (route) =>
    route.request().method() === 'DELETE' ? held.resolve(route) : route.fallback(),
  )
  await addAndRemove()
  const removal = await held.promise
  const elsewhere = page.getByRole('button', { name: 'Изменить профиль' })
  await elsewhere.focus()
  await removal.continue()
  await expect(page.getByRole('button', { name: 'Загрузить фото' })).toBeEnabled()
  await expect(elsewhere).toBeFocused()

  // as search engines read it, without scripts
  const html = await (await request.get(`/users/${id}`)).text()
  expect(html).toContain('<h1>Мария Орлова</h1>')
  expect(html).toContain('"@type":"Person"')
  expect(html).toContain('https://orlova.example/works')
  expect(html).not.toContain('@school.example')

  // on paper the addresses are written out, and there are no buttons
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('orlova.example/works')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Мария Орлова' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Распечатать резюме' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Мои данные' })).toBeHidden()
})

test('saving a profile leaves alone what another tab has saved meanwhile', async ({ page, request }) => {
  const { id, token } = await newPerson('student')
  const update = (body: object) => callApi(request, 'PUT', `/api/users/${id}`, { token, body })
  const links = [{ title: 'Портфолио', url: 'https://orlova.example/' }]
  await update({ about: 'Старый рассказ', links: [] })
  await openAs(page, token, '/profile')
  await page.getByRole('button', { name: 'Изменить профиль' }).click()
  await page.getByLabel('Чем занимаюсь').fill('Рисую шрифты')
  await update({ about: 'Новый рассказ', links })
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Профиль сохранён')).toBeVisible()
  const { user } = await callApi(request, 'GET', `/api/users/${id}`, { token })
  expect(user).toMatchObject({ occupation: 'Рисую шрифты', about: 'Новый рассказ', links })
})

test('projects are ordered by keyboard', async ({ page, request }) => {
  const { id, token } = await newPerson('student')
  for (const name of ['Плакат', 'Шрифт', 'Афиша']) {
    await callApi(request, 'POST', '/api/projects', {
      token,
      body: { name, content: '<p>Вот.</p>', status: 'published' },
    })
  }
  const names = async () => {
    const { user } = await callApi(request, 'GET', `/api/users/${id}`, { token: await demoToken('curator') })
    return user.projects.map(({ name }: { name: string }) => name)
  }
  await openAs(page, token, '/profile')
  await page.getByRole('button', { name: 'Изменить порядок' }).click()
  const rows = page.getByRole('list', { name: 'Порядок проектов' }).getByRole('listitem')
  await expect(rows).toHaveText(['Афиша', 'Шрифт', 'Плакат'])
  const up = page.getByRole('button', { name: 'Выше: Плакат' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText(['Афиша', 'Плакат', 'Шрифт'])
  await page.getByRole('button', { name: 'Отменить' }).click()
  await expect(rows).toHaveText(['Афиша', 'Шрифт', 'Плакат'])
  await expect.poll(names).toEqual(['Афиша', 'Шрифт', 'Плакат'])

  await up.focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText(['Афиша', 'Плакат', 'Шрифт'])
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText(['Плакат', 'Афиша', 'Шрифт'])
  await expect(up).toBeFocused()
  await expect(page.getByText('«Плакат»: место 1 из 3')).toBeAttached()
  await expect.poll(names).toEqual(['Плакат', 'Афиша', 'Шрифт'])
  expect(await violations(page)).toEqual([])
})
