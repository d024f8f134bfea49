import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a curator narrows the list of people down by its address, and acts on those who are chosen', async ({
  page,
  request,
}) => {
  const { token } = await newPerson('curator')
  // names have no digits
  const surname = `Новичкова${[...String(Date.now())].map((digit) => 'абвгдежзик'[Number(digit)]).join('')}`
  const add = (name: string, handle: object) =>
    callApi(request, 'POST', '/api/users', { token, body: { name, surname, role: 'student', ...handle } })
  await add('Анна', { email: `anna-${Date.now()}@school.example` })
  await add('Яна', { login: `yana.${Date.now()}` })

  await openAs(page, token, '/users')
  await page.getByRole('searchbox', { name: 'Имя, фамилия или почта' }).fill(surname)
  await page.getByRole('combobox', { name: 'Состояние' }).selectOption({ label: 'Ещё без пароля' })
  await expect(page).toHaveURL(/search=.*state=no-password|state=no-password.*search=/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Состояние' })).toHaveValue('no-password')
  await expect(page.getByRole('status').filter({ hasText: '2 человека' })).toBeVisible()
  await page.getByRole('checkbox', { name: `Выбрать: Анна ${surname}` }).check()
  const bar = page.getByRole('region', { name: 'Выбранные люди' })
  await bar.getByRole('checkbox', { name: 'Все на странице' }).check()
  expect(await violations(page)).toEqual([])

  await bar.getByRole('button', { name: 'Пригласить ещё раз' }).click()
  await page.getByRole('button', { name: 'Пригласить ещё раз: 2 человека' }).click()
  await expect(page.getByText('Приглашения отправлены: 1 человек')).toBeVisible()
  await expect(page.getByText('1 человек: Почты нет: выдайте пароль на бумаге.')).toBeVisible()
  await expect(bar).toBeHidden()

  await page.getByRole('checkbox', { name: `Выбрать: Яна ${surname}` }).check()
  await bar.getByRole('button', { name: 'Пароли на бумаге' }).click()
  await page.getByRole('button', { name: 'Выдать: 1 человек' }).click()
  const slip = page.getByRole('dialog', { name: 'Новый пароль' })
  await expect(slip).toContainText(`Яна ${surname}`)
  await slip.getByRole('button', { name: 'Готово' }).click()

  // nobody writes to a person without an address: the curator is led to where passwords are given
  await page.getByRole('button', { name: 'Новый пользователь' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый пользователь' })
  await dialog.getByRole('textbox', { name: 'Имя', exact: true }).fill('Ева')
  await dialog.getByRole('textbox', { name: 'Фамилия' }).fill(surname)
  await dialog.getByRole('textbox', { name: 'Логин' }).fill(`eva.${Date.now()}`)
  await dialog.getByRole('button', { name: 'Создать', exact: true }).click()
  await page.getByRole('button', { name: 'Открыть профиль' }).click()
  await page.route('**/api/users/passwords', (route) => route.abort())
  await page.getByRole('button', { name: 'Новый пароль' }).click()
  const question = page.getByRole('dialog', { name: 'Выдать новый пароль?' })
  await question.getByRole('button', { name: 'Выдать' }).click()
  await expect(page.getByText('Не удалось выдать пароль')).toBeVisible()
  await page.unroute('**/api/users/passwords')
  await page.getByRole('button', { name: 'Новый пароль' }).click()
  await question.getByRole('button', { name: 'Выдать' }).click()
  await expect(slip).toContainText(`Ева ${surname}`)
  await slip.getByRole('button', { name: 'Готово' }).click()
  await page.getByRole('button', { name: 'Отключить' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Вернуть учётную запись' })).toBeFocused()
})

test('a field that is refused is in sight, clear of what sticks over its dialog', async ({ page }) => {
  const { token } = await newPerson('curator')
  await page.setViewportSize({ width: 375, height: 812 })
  await openAs(page, token, '/users')
  await page.getByRole('button', { name: 'Новый пользователь' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый пользователь' })
  await dialog.getByRole('textbox', { name: 'Имя', exact: true }).fill('Ева')
  await dialog.getByRole('textbox', { name: 'Фамилия' }).fill('Новичкова')
  const email = dialog.getByRole('textbox', { name: 'Почта', exact: true })
  await email.fill('ева')
  // its form ends below the window: the field is under the title then
  await dialog.getByRole('button', { name: 'Создать и отправить письмо' }).click()
  await expect(email).toBeFocused()
  const covered = () =>
    email.evaluate((field) => {
      const { left, top, bottom } = field.getBoundingClientRect()
      return [top + 4, bottom - 4].some((y) => document.elementFromPoint(left + 20, y) !== field)
    })
  await expect.poll(covered).toBe(false)
})

test('a curator who makes a child’s account sees who was written to', async ({ page }) => {
  const { token } = await newPerson('curator')
  await openAs(page, token, '/users')
  const make = async (parentEmail: string) => {
    await page.getByRole('button', { name: 'Новый пользователь' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый пользователь' })
    await dialog.getByRole('textbox', { name: 'Имя', exact: true }).fill('Вася')
    await dialog.getByRole('textbox', { name: 'Фамилия' }).fill('Малый')
    await dialog.getByRole('textbox', { name: 'Почта', exact: true }).fill(`vasya-${Date.now()}@school.example`)
    await dialog.getByLabel('Дата рождения').fill(`${new Date().getFullYear() - 9}-01-01`)
    await dialog.getByRole('textbox', { name: 'Почта родителя' }).fill(parentEmail)
    await dialog
      .getByRole('button', { name: parentEmail ? 'Создать и отправить письмо' : 'Создать', exact: true })
      .click()
    await expect(dialog).toBeHidden()
  }
  await make('mother@home.example')
  await expect(
    page.getByText('Написали родителю: mother@home.example. Войти можно будет после согласия.'),
  ).toBeVisible()
  await make('')
  await expect(page.getByText('Войти можно будет после согласия родителя. Впишите его почту в профиле.')).toBeVisible()
  await page.getByRole('button', { name: 'Открыть профиль' }).click()
  await expect(page.getByRole('button', { name: 'Родители' })).toBeVisible()
})

test('the only teacher of a course becomes a student once somebody takes the course over', async ({
  page,
  request,
}) => {
  const curator = await newPerson('curator')
  const teacher = await newPerson('teacher', 'Ольга', 'Единственная')
  await newPerson('teacher', 'Нина', 'Преемница')
  const course = await newCourse(request, teacher)
  await openAs(page, curator.token, `/users/${teacher.id}`)
  await page.getByRole('button', { name: 'Изменить данные и роль' }).click()
  const form = page.getByRole('dialog', { name: 'Изменить пользователя' })
  await form.getByLabel('Роль').selectOption('student')
  await form.getByRole('button', { name: 'Сохранить' }).click()
  const dialog = page.getByRole('dialog', { name: 'Кто примет курсы?' })
  await dialog.getByRole('searchbox', { name: 'Преподаватель' }).fill('Преемница')
  await dialog.getByRole('button', { name: 'Выбрать: Нина Преемница' }).first().click()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Передать и сменить роль' }).click()
  await expect(page.getByText('Сохранено')).toBeVisible()
  await expect(form).toBeHidden()
  const read = await callApi(request, 'GET', `/api/courses/${course.id}`, { token: curator.token })
  expect(read.course.teachers.map(({ surname }: { surname: string }) => surname)).toContain('Преемница')
})
