import { callApi, demoToken, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a student finishes a course, gets a certificate, and a curator withdraws it', async ({
  page,
  newDevice,
  request,
}) => {
  test.setTimeout(90_000)
  const [teacher, student] = await Promise.all([newPerson('teacher'), newPerson('student', 'Илья', 'Соколов')])
  const { token } = teacher
  const name = `Открытка ${Date.now()}`
  const { course } = await callApi(request, 'POST', '/api/courses', { token, body: { name, status: 'published' } })
  await callApi(request, 'PUT', `/api/courses/${course.id}/students`, { token, body: { user_ids: [student.id] } })
  const body = { course_id: course.id, name: 'Бумага', status: 'published', content: '<p>Читаем и пробуем.</p>' }
  const { lesson } = await callApi(request, 'POST', '/api/lessons', { token, body })
  await callApi(request, 'POST', `/api/lessons/${lesson.id}/read`, { token: student.token })
  const own = () => callApi(request, 'GET', `/api/users/${student.id}/certificates`, { token: student.token })
  await expect.poll(async () => (await own()).certificates.length).toBe(1)

  await openAs(page, student.token, `/courses/${course.id}`)
  await page.getByRole('link', { name: 'Мой сертификат' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Сертификат подтверждён' })).toBeVisible()
  await expect(page.getByText(`Курс «${name}»`)).toBeVisible()
  const { school } = await callApi(request, 'GET', '/api/settings/school')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByText(school.name, { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  expect(await violations(page)).toEqual([])
  const address = new URL(page.url()).pathname
  const file = await page.getByRole('link', { name: 'Открыть PDF' }).getAttribute('href')
  const pdf = await request.get(file as string)
  expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  await openAs(page, student.token, '/profile')
  const list = page.getByRole('region', { name: 'Сертификаты' })
  await expect(list.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: /Отозвать/ })).toHaveCount(0)

  const curator = await newDevice()
  await openAs(curator, await demoToken('curator'), `/users/${student.id}`)
  await curator.getByRole('button', { name: `Отозвать: ${name}` }).click()
  await curator.getByLabel('Причина').fill('Выдан по ошибке')
  expect(await violations(curator)).toEqual([])
  await curator.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await expect(curator.getByText('Отозван: Выдан по ошибке')).toBeVisible()

  // a phone that has read the code on paper
  const guest = await newDevice({ viewport: { width: 375, height: 812 } })
  await openAs(guest, null, address)
  await expect(guest.getByRole('heading', { level: 1, name: 'Сертификат отозван' })).toBeVisible()
  await expect(guest.getByText('Выдан по ошибке')).toHaveCount(0)
  expect(await (await request.get(address)).text()).toContain(`>${school.name}</p>`)
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  expect(await violations(guest)).toEqual([])

  await curator.getByRole('button', { name: `Исправить имя: ${name}` }).click()
  await curator.getByLabel('Имя и фамилия').fill('Илья Орлов')
  expect(await violations(curator)).toEqual([])
  await curator.getByRole('button', { name: 'Выдать новый' }).click()
  await expect(curator.getByText('Сертификат заменён')).toBeVisible()
  await expect(curator.getByText('На имя: Илья Орлов')).toBeVisible()
  await openAs(page, student.token, address)
  await page.getByRole('link', { name: /^сертификат / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Сертификат подтверждён' })).toBeVisible()
  await expect(page.getByText('Илья Орлов')).toBeVisible()
})
