import { expect, it } from 'vitest'
import { type CuratorRight, curatorRights } from '#contract/users/curator-rights.ts'
import { insertApplication } from '#server/applications/applications.repo.ts'
import { buildCourse } from '#server/courses/courses.factory.ts'
import type { StaffNews } from '#server/effects/effects.ts'
import { addEffect } from '#server/effects/effects.ts'
import { buildAssignment, buildLesson } from '#server/lessons/lessons.factory.ts'
import { buildProject, buildReport } from '#server/projects/projects.factory.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { buildUser } from '#server/users/users.factory.ts'

const { db, call, signedIn, runEffects } = await testApp()

const student = await buildUser(db)
const course = await buildCourse(db, { announced: true, enrolling: true, students: [student.id] })

const news: Record<string, { right: CuratorRight; make: () => Promise<StaffNews> }> = {
  'a task of a course without teachers': {
    right: 'courses',
    make: async () => {
      const lesson = await buildLesson(db, { course_id: course.id })
      const { id } = await buildTask(db, {
        assignment_id: (await buildAssignment(db, { lesson_id: lesson.id })).id,
        students: [student.id],
        status: 'submitted',
        attempts: [{ content: '<p>Готово</p>', hoursAgo: 1 }],
      })
      return { about: 'submitted', task_id: id, attempt: 1, actor_id: student.id }
    },
  },
  'an application': {
    right: 'courses',
    make: async () => {
      const { id } = await insertApplication(db, { user_id: (await buildUser(db)).id, course_id: course.id, text: '' })
      return { about: 'application', application_id: id }
    },
  },
  'a report': {
    right: 'projects',
    make: async () => {
      const project = await buildProject(db, { authors: [student.id] })
      const report_id = await buildReport(db, { project_id: project.id, user_id: (await buildUser(db)).id })
      return { about: 'report', report_id }
    },
  },
  'a newcomer': {
    right: 'people',
    make: async () => ({ about: 'newcomer', user_id: (await buildUser(db)).id }),
  },
}

it.each(Object.entries(news))('%s is shown to the curators who deal with it', async (_name, { right, make }) => {
  const curators = await Promise.all(
    (Object.keys(curatorRights) as CuratorRight[]).map(async (one) => ({
      one,
      ...(await signedIn({ role: 'curator', rights: [one] })),
    })),
  )
  await addEffect(db, 'staff-notified', await make())
  await runEffects()
  const notified = []
  for (const { one, token } of curators) {
    const { notifications } = (await call('GET', '/api/users/notifications', { token })).body
    if (notifications.length > 0) notified.push(one)
  }
  expect(notified).toEqual([right])
})
