import type { APIRequestContext } from '@playwright/test'
import { manifestOf, scormZip, zipOf } from '../server/scorm/scorm.factory.ts'
import { sendFile } from './attempt-files.ts'
import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'

/** A published lesson that a package became. */
const importPackage = async (request: APIRequestContext, bytes: Buffer) => {
  const [teacher, student] = [await newPerson('teacher'), await newPerson('student', 'Анна', 'Ёлкина')]
  const { token } = teacher
  const { id } = await newCourse(request, teacher, { students: [student] })
  const file_id = await sendFile(request, teacher, { name: 'цвет.zip', type: 'application/zip', bytes })
  const body = { kind: 'scorm', file_id, course_id: id }
  const { import: started } = await callApi(request, 'POST', '/api/imports', { token, body })
  const get = async () => (await callApi(request, 'GET', `/api/imports/${started.id}`, { token })).import
  await expect.poll(get).toMatchObject({ status: 'done', warnings: [] })
  const [lessonId] = (await get()).lesson_ids
  await callApi(request, 'POST', '/api/lessons/bulk', { token, body: { ids: [lessonId], act: 'publish' } })
  return { teacher, student, lessonId: lessonId as number }
}

test('a SCORM package is imported, passed in its sandbox, and resumed', async ({ page, request }) => {
  const { teacher, student, lessonId } = await importPackage(request, await scormZip())
  await openAs(page, student.token, `/lessons/${lessonId}`)
  const inside = page.frameLocator('iframe[title="Цвет"]')
  await expect(inside.getByText('Место: начало')).toBeVisible()
  await inside.getByRole('button', { name: 'Пройти' }).click()
  await expect(page.getByText('сдано · 80 %')).toBeVisible()
  await expect(page.getByText('Урок прочитан')).toBeVisible()
  await page.reload()
  await expect(inside.getByText('Место: страница 7')).toBeVisible()

  await openAs(page, teacher.token, `/lessons/${lessonId}`)
  await page.getByText('Результаты студентов').click()
  const result = page.getByRole('listitem').filter({ hasText: 'Анна Ёлкина' })
  await expect(result).toContainText('сдано · 80 %')
})

test('the result of a package that found no network outlives its page', async ({ page, request }) => {
  const { student, lessonId } = await importPackage(request, await scormZip())
  const reports = /\/api\/scorm\/\d+\/results/
  await page.route(reports, (route) => route.abort())
  await openAs(page, student.token, `/lessons/${lessonId}`)
  const inside = page.frameLocator('iframe[title="Цвет"]')
  await inside.getByRole('button', { name: 'Пройти' }).click()
  const unsent = page.getByText('Нет сети. Результат сохранён на этом устройстве и отправится сам.')
  await expect(unsent).toBeVisible()
  await page.reload()
  // the package resumes where it was, though the server does not know that yet
  await expect(inside.getByText('Место: страница 7')).toBeVisible()
  await expect(unsent).toBeVisible()
  await page.unroute(reports)
  await page.reload()
  await expect(page.getByText('сдано · 80 %')).toBeVisible()
  await expect(page.getByText('Урок прочитан')).toBeVisible()
  await expect(inside.getByText('Место: страница 7')).toBeVisible()
})

test('a SCORM package reads nothing of the site around it', async ({ page, request }) => {
  const spy = `<!doctype html><meta charset="utf-8"><title>x</title><ul></ul><script>
    const attempt = (name, act) => {
      let outcome
      try { outcome = String(act()) } catch (error) { outcome = error.name }
      document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + name + ': ' + outcome)
    }
    attempt('origin', () => self.origin)
    attempt('page', () => parent.document.title)
    attempt('token', () => parent.localStorage.getItem('access_token'))
    attempt('own token', () => localStorage.getItem('access_token'))
    attempt('cookies', () => document.cookie)
  </script>`
  const manifest = manifestOf('2004', [{ id: 'I1', title: 'Разведка', href: 'spy.html' }])
  const { student, lessonId } = await importPackage(
    request,
    await zipOf({ 'imsmanifest.xml': manifest, 'spy.html': spy }),
  )
  await openAs(page, student.token, `/lessons/${lessonId}`)
  const found = page.frameLocator('iframe[title="Разведка"]').getByRole('listitem')
  await expect(found).toHaveText([
    'origin: null',
    'page: SecurityError',
    'token: SecurityError',
    'own token: null',
    'cookies:',
  ])
})
