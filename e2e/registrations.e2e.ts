import { demoPassword } from '#server/users/users.factory.ts'
import { callApi, expect, newCourse, newPerson, newWaitingPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a leader gives out a code, a newcomer registers into the class, and a curator lets in who waits', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  // names have no digits
  const surname = `Кодова${[...String(Date.now())].map((digit) => 'абвгдежзик'[Number(digit)]).join('')}`
  const [curator, leader] = await Promise.all([
    newPerson('curator'),
    newPerson('teacher'),
    newWaitingPerson('Ждана', surname),
  ])
  // the next in the list
  await newWaitingPerson('Зоя', surname)
  const course = await newCourse(request, leader, { name: `Курс по коду ${Date.now()}` })
  const name = `5 «К» ${Date.now()}`
  const { cohort } = await callApi(request, 'POST', '/api/cohorts', {
    token: curator.token,
    body: { name, leader_ids: [leader.id], course_ids: [course.id] },
  })

  await openAs(page, leader.token, `/classes/${cohort.id}`)
  await page.getByLabel('Сколько действует').selectOption('7')
  const create = page.getByRole('button', { name: 'Создать код' })
  // a double click is one act
  await create.dblclick()
  const codes = page.getByRole('list', { name: 'Коды' })
  await expect(codes.getByRole('listitem')).toHaveCount(1)
  await expect(create).toBeFocused()
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec((await codes.textContent()) ?? '')?.[0] as string
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(codes.getByRole('listitem')).toHaveCount(1)

  await openAs(page, null, '/registration?code=NOSUCHCO')
  await page.getByLabel('Имя').fill('Вера')
  await page.getByLabel('Фамилия').fill(surname)
  await page.getByLabel('Почта').fill(`code-${Date.now()}@school.example`)
  await page.getByLabel('Пароль', { exact: true }).fill('коротко')
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveAccessibleDescription(/^Не короче 10 знаков$/)
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByLabel(/Даю согласие/).check()
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByText('Такого кода нет, или его срок вышел')).toBeVisible()
  await page.getByLabel('Код класса').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page.getByRole('link', { name: course.name }).first()).toBeVisible()

  await openAs(page, curator.token, '/users?tab=registrations')
  // the second press is where the next row's button has come to, and does nothing there
  await page.getByRole('button', { name: `Принять: Ждана ${surname}` }).dblclick({ delay: 30 })
  await expect(page.getByText('Принято, письмо отправлено')).toBeVisible()
  await expect(page.getByRole('button', { name: `Принять: Ждана ${surname}` })).toHaveCount(0)
  await expect(page.getByText('Не удалось принять')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Принять: /)
  await expect(page.getByRole('button', { name: `Принять: Зоя ${surname}` })).not.toHaveAttribute('aria-disabled')
  expect(await violations(page)).toEqual([])
})

test('a guest who reloads the registration finds what was typed, but for the password; nobody after them does', async ({
  page,
  newDevice,
}) => {
  const email = `reload-${Date.now()}@school.example`
  const name = page.getByLabel('Имя')
  const password = page.getByLabel('Пароль', { exact: true })
  await openAs(page, null, '/registration')
  await name.fill('Вера')
  await page.getByLabel(/^Меньше \d+$/).check()
  await page.getByLabel('Почта родителя').fill('mama@school.example')
  await password.fill(demoPassword)
  await page.reload()
  await expect(name).toHaveValue('Вера')
  await expect(page.getByLabel('Почта родителя')).toHaveValue('mama@school.example')
  await expect(password).toHaveValue('')

  const other = await newDevice()
  await other.goto('/registration')
  await expect(other.getByLabel('Имя')).toHaveValue('')
  await other.close()

  await page.getByRole('link', { name: 'Войдите' }).click()
  await page.goBack()
  await expect(name).toHaveValue('')

  await name.fill('Вера')
  await page.getByLabel(/или больше$/).check()
  await page.getByLabel('Фамилия').fill('Перезагрузкина')
  await page.getByLabel('Почта').fill(email)
  await page.reload()
  await expect(name).toHaveValue('Вера')
  await expect(page.getByLabel('Почта')).toHaveValue(email)
  await expect(page.getByLabel(/Даю согласие/)).not.toBeChecked()
  await password.fill(demoPassword)
  await page.getByLabel(/Даю согласие/).check()
  await page.getByRole('button', { name: 'Зарегистрироваться' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => sessionStorage.getItem('registration'))).toBeNull()
})
