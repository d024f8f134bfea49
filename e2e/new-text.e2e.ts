import { callApi, expect, newPerson, openAs, test } from './school.ts'
import { violations } from './violations.ts'

test('a person agrees, is notified of a new text, and takes the consent back', async ({ page, request }) => {
  const [person, curator] = await Promise.all([newPerson('student'), newPerson('curator')])
  await openAs(page, person.token, '/profile')
  const consents = page.getByRole('region', { name: 'Мои согласия' })
  const publication = 'Согласие на обработку персональных данных, разрешённых для распространения'
  const title = 'Согласие на обработку персональных данных'
  await consents.getByRole('button', { name: `Дать согласие: ${title}`, exact: true }).click()
  await expect(consents.getByRole('button', { name: `Отозвать: ${title}`, exact: true })).toBeVisible()

  const { document } = await callApi(request, 'GET', '/api/documents/personal-data')
  const body = { content: `${document.content}<p>${crypto.randomUUID()}</p>`, version: document.version }
  await callApi(request, 'POST', '/api/documents/personal-data/versions', { token: curator.token, body })
  await page.reload()
  await expect(page.getByRole('note').filter({ hasText: 'Изменился текст' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await consents.getByRole('button', { name: `Согласиться с новой версией: ${title}`, exact: true }).click()
  await expect(page.getByRole('note').filter({ hasText: 'Изменился текст' })).toHaveCount(0)

  await consents.getByRole('button', { name: `Дать согласие: ${publication}` }).click()
  await consents.getByRole('button', { name: `Отозвать: ${publication}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await expect(consents.getByRole('button', { name: `Дать согласие: ${publication}` })).toBeVisible()
  await consents.getByText('История согласий').click()
  await expect(consents.getByText(/отозвано/)).toBeVisible()

  await openAs(page, curator.token, `/settings?tab=consents&search=${encodeURIComponent(person.email)}`)
  await expect(page.getByText('3 записи')).toBeVisible()
  await expect(page.getByText(/^Отозвано/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать CSV' }).click()
  const file = await download
  // a download that the browser has refused has no name of its own: the reason says more
  expect(await file.failure()).toBeNull()
  expect(file.suggestedFilename()).toMatch(/^Журнал согласий — .*\.csv$/)
})
