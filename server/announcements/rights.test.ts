import { api } from '#contract/api.ts'
import { buildAnnouncement } from '#server/announcements/announcements.factory.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const withAnnouncement = async ({ course, teacher }: School) => {
  const { id } = await buildAnnouncement(app.db, { author_id: teacher.id, to_courses: [course.id] })
  return { params: { id } }
}

testRights(app, api.announcements, {
  list: () => ({}),
  get: withAnnouncement,
  create: ({ course }) => ({
    body: { title: 'Перенос занятия', content: '<p>Среда</p>', to: { course_ids: [course.id] } },
  }),
  update: async (school) => ({ ...(await withAnnouncement(school)), body: { title: 'Занятие в среду' } }),
  remove: withAnnouncement,
  read: withAnnouncement,
  readers: withAnnouncement,
  remind: withAnnouncement,
})
