import { api } from '#contract/api.ts'
import { insertCourseEvent } from '#server/calendar/course-events.repo.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'

const app = await testApp()

const at = '2026-12-01T15:00:00.000Z'

/** An event that the teacher has added. */
const added = async ({ teacher, course }: School) => ({
  params: {
    id: course.id,
    event_id: (await insertCourseEvent(app.db, { course_id: course.id, created_by: teacher.id, at, title: 'Созвон' }))
      .id,
  },
})

testRights(app, api.calendar, {
  list: () => ({ query: '?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z' }),
  link: () => ({}),
  createLink: () => ({}),
  removeLink: () => ({}),
  createEvent: ({ course }) => ({ params: { id: course.id }, body: { at, title: 'Созвон' } }),
  updateEvent: async (school) => ({ ...(await added(school)), body: { title: 'Лекция' } }),
  removeEvent: added,
})
