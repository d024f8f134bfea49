import type { Page } from '@playwright/test'
import { callApi, expect, newCourse, newPerson, openAs, test } from './school.ts'

/** Refuses the calls of a part; returns how to let them through. */
const refuse = async (page: Page, path: RegExp) => {
  await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
  return () => page.unroute(path)
}

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
  const retry = async (missing: string, allow: () => Promise<void>) => {
    const notice = page.getByRole('alert').filter({ hasText: `Не загрузилось: ${missing}.` })
    await expect(notice).toBeVisible()
    await allow()
    await notice.getByRole('button', { name: 'Повторить' }).click()
    await expect(notice).toHaveCount(0)
  }

  const allowCohorts = await refuse(page, /\/api\/cohorts$/)
  await openAs(page, curator.token, '/users')
  await retry('классы', allowCohorts)
  await expect(page.getByLabel('Классы').getByRole('option', { name: cohort.name })).toBeAttached()

  const allowClasses = await refuse(page, /\/journal\/cohorts$/)
  await openAs(page, teacher.token, `/courses/${course.id}?view=journal`)
  await expect(page.getByRole('grid')).toBeVisible()
  await retry('классы', allowClasses)

  const allowTools = await refuse(page, /\/api\/lessons\/\d+\/lti$/)
  await openAs(page, teacher.token, `/lessons/${course.lesson.id}/edit`)
  await retry('внешние инструменты', allowTools)
  const allowCourses = await refuse(page, /\/api\/courses$/)
  await openAs(page, teacher.token, '/')
  await page.getByRole('button', { name: 'Новое объявление' }).click()
  await retry('кому можно объявить', allowCourses)
  await expect(page.getByRole('dialog').getByLabel('Заголовок')).toBeVisible()

  const allowList = await refuse(page, /\/api\/courses$/)
  await openAs(page, curator.token, `/classes/${cohort.id}?view=members`)
  await retry('курсы', allowList)
})
