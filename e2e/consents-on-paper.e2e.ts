import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n')

test('a curator sees who waits for a parent, writes to the right address, and records a consent on paper', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  const curator = await newPerson('curator')
  const { token } = curator
  // names have no digits
  const surname = `Ждунова${[...String(Date.now())].map((digit) => 'абвгдежзик'[Number(digit)]).join('')}`
  const login = `paper.${Date.now()}`
  const birth_date = `${new Date().getFullYear() - 9}-01-01`
  const body = { name: 'Яна', surname, role: 'student', login, birth_date }
  const { user } = await callApi(request, 'POST', '/api/users', { token, body })
  const { slips } = await callApi(request, 'POST', '/api/users/passwords', { token, body: { user_ids: [user.id] } })
  const name = `Яна ${surname}`
  const signIn = () => request.post('/api/auth/login', { data: { email: login, password: slips[0].password } })
  expect((await signIn()).status()).toBe(401)

  await openAs(page, token, '/users')
  await page.getByRole('link', { name: 'Ждут согласия родителя' }).click()
  // the search begins a moment after the last letter, and the row is there before
  const found = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === surname)
  await page.getByRole('searchbox', { name: 'Имя или фамилия' }).fill(surname)
  await found
  const row = page.getByRole('listitem').filter({ hasText: surname })
  await expect(row).toContainText('Почты родителя нет')
  expect(await violations(page)).toEqual([])
  await row.getByRole('button', { name: `Вписать почту: ${name}` }).click()
  const parents = page.getByRole('dialog', { name: 'Родители' })
  await parents.getByLabel('Родитель 1: имя и фамилия').fill('Анна Ждунова')
  await parents.getByLabel('Родитель 1: почта').fill(`zhdunova-${user.id}@home.example`)
  await parents.getByRole('button', { name: 'Сохранить' }).click()
  await expect(row).toContainText(`zhdunova-${user.id}@home.example`)

  await row.getByRole('button', { name: `Согласие на бумаге: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Согласие на бумаге' })
  await expect(dialog.getByLabel('Кто подписал')).toHaveValue('Анна Ждунова')
  await expect(dialog).toContainText('сможет входить')
  await dialog.getByRole('button', { name: 'Записать согласие' }).click()
  await expect(dialog.getByText('Выберите скан и дождитесь конца загрузки')).toBeVisible()
  await dialog.getByLabel('Скан согласия').setInputFiles({ name: 'Скан.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(dialog.getByRole('button', { name: 'Выбрать другой' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Записать согласие' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(0)
  expect((await signIn()).status()).toBe(200)

  await openAs(page, token, `/users/${user.id}`)
  const consents = page.getByRole('region', { name: 'Согласия' })
  await expect(consents).toContainText('На бумаге, подписано')
  const scan = await consents.getByRole('link', { name: 'скан' }).getAttribute('href')
  expect((await request.get(scan as string)).headers()['content-type']).toBe('application/pdf')
  await consents.getByRole('button', { name: 'Записать согласие на бумаге' }).click()
  await expect(dialog.getByLabel('Кто подписал')).toBeVisible()
  await expect(dialog).not.toContainText('сможет входить')
  await dialog.getByRole('button', { name: 'Отменить' }).click()
  await consents.getByRole('button', { name: /Отозвать по заявлению/ }).click()
  await page.getByRole('button', { name: 'Отозвать', exact: true }).click()
  await expect(consents).toContainText('Отозвано')
  await expect(page.getByText('Учётная запись будет удалена')).toBeVisible()
  expect((await request.get(scan as string)).status()).toBe(200)
})
