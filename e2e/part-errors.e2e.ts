import type { Page } from '@playwright/test'
import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'

/** Whether «Повторить» was pressed on the page that is open. */
const isRetried = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.retried === 'true').catch(() => false)

const noteRetries = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('button')?.textContent === 'Повторить')
          document.documentElement.dataset.retried = 'true'
      },
      true,
    ),
  )

/**
 * Refuses the calls of a part until somebody tries again: what other stories do reloads lists that staff have open.
 */
const refuse = (page: Page, path: RegExp) =>
  page.route(path, async (route) =>
    (await isRetried(page)) ? route.fallback() : route.fulfill({ status: 500, body: '' }),
  )

test('a part of a page that could not be loaded says so, and is loaded again', async ({ page, request }) => {
  test.setTimeout(90_000)
  const [curator, teacher, student] = await Promise.all([
    newPerson('curator'),
    newPerson('teacher'),
    newPerson('student'),
  ])
  const course = await newCourse(request, teacher, { students: [student] })
  const { cohort } = await callApi(request, 'POST', '/api/cohorts', {
    token: curator.token,
    body: { name: `Класс ${Date.now()}`, student_ids: [student.id], course_ids: [course.id], leader_ids: [] },
  })
  await noteRetries(page)
  const retry = async (missing: string) => {
    const notice = page.getByRole('alert').filter({ hasText: `Не загрузилось: ${missing}.` })
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Повторить' }).click()
    await expect(notice).toHaveCount(0)
  }

  await refuse(page, /\/api\/cohorts$/)
  await openAs(page, curator.token, '/users')
  await retry('классы')
  await expect(page.getByLabel('Классы').getByRole('option', { name: cohort.name })).toBeAttached()

  await refuse(page, /\/api\/documents\/privacy$/)
  await openAs(page, curator.token, '/settings?tab=documents')
  await retry('какие версии опубликованы')
  await expect(page.getByRole('listitem').filter({ hasText: 'Политика' })).toContainText('Версия')

  await refuse(page, /\/journal\/cohorts$/)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  await expect(page.getByRole('grid')).toBeVisible()
  await retry('классы')

  await refuse(page, /\/api\/lessons\/\d+\/lti$/)
  await openAs(page, teacher.token, `/lessons/${course.lesson.id}/edit`)
  await retry('внешние инструменты')
  await refuse(page, /\/api\/courses$/)
  await openAs(page, teacher.token, '/')
  await page.getByRole('button', { name: 'Новое объявление' }).click()
  await retry('кому можно объявить')
  await expect(page.getByRole('dialog').getByLabel('Заголовок')).toBeVisible()

  await refuse(page, /\/api\/courses$/)
  await openAs(page, curator.token, `/classes/${cohort.id}?view=members`)
  await retry('курсы')
})
