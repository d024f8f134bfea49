import { callApi, expect, newPerson, openAs, test } from './school.ts'

test('a curator who hides a project because of its comment can decide about the comment next by keyboard', async ({
  page,
  request,
}) => {
  const author = await newPerson('student')
  const reader = await newPerson('student')
  const curator = await newPerson('curator')
  const { token } = author
  const { user } = await callApi(request, 'GET', '/api/auth/user', { token })
  await callApi(request, 'POST', `/api/users/${user.id}/consents`, { token, body: { document: 'publication' } })
  const fields = { name: `Ссора ${Date.now()}`, summary: 'Про рельсы', content: '<p>Рассказ.</p>', status: 'published' }
  const { project } = await callApi(request, 'POST', '/api/projects', { token, body: fields })
  const comments = `/api/projects/${project.id}/comments`
  const { comment } = await callApi(request, 'POST', comments, { token, body: { text: 'Уходи' } })
  const body = { reason: 'rude', comment_id: comment.id }
  await callApi(request, 'POST', `/api/projects/${project.id}/reports`, { token: reader.token, body })
  await openAs(page, curator.token, '/settings?tab=reports')
  const report = page.getByRole('listitem').filter({ hasText: project.name })
  const hide = report.getByRole('button', { name: 'Скрыть проект' })
  await hide.press('Enter')
  await page.getByLabel('Почему').fill('Ссора')
  await page.getByRole('dialog').getByRole('button', { name: 'Скрыть проект' }).press('Enter')
  await expect(hide).toHaveCount(0)
  await expect(report.getByRole('button', { name: 'Оставить как есть' })).toBeFocused()
})
