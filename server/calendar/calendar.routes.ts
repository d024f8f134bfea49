import type { FastifyInstance } from 'fastify'
import { calendarApi } from '#contract/calendar/calendar.api.ts'
import { maxCalendarEvents, maxCustomEvents } from '#contract/calendar/calendar.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { newToken } from '#server/auth/open-session.ts'
import { deleteCalendarLinks, findCalendarLink, setCalendarLink } from '#server/calendar/calendar-links.repo.ts'
import {
  countCourseEvents,
  deleteCourseEvent,
  findCourseEvent,
  insertCourseEvent,
  updateCourseEvent,
} from '#server/calendar/course-events.repo.ts'
import { loadCalendar, presentCourseEvent } from '#server/calendar/present-calendar.ts'
import { findEditableCourse, lockEditableCourse } from '#server/courses/course-access.ts'
import type { Deps } from '#server/deps.ts'
import { addCourseEvent } from '#server/events/events.repo.ts'
import { found, invalid } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { hashToken } from '#server/http/session.ts'

export const calendarRoutes = (app: FastifyInstance, { db, config }: Deps) => {
  const findOwnEvent = async (actor: Actor, courseId: number, id: number) => {
    const course = await findEditableCourse(db, actor, courseId)
    return { course, event: found(await findCourseEvent(db, course.id, id)) }
  }

  route(app, calendarApi.list, ({ actor, query }) => loadCalendar(db, actor, { ...query, limit: maxCalendarEvents }))

  route(app, calendarApi.link, async ({ actor }) => ({ link: await findCalendarLink(db, actor.id) }))

  route(app, calendarApi.createLink, async ({ actor }) => {
    const secret = newToken()
    await setCalendarLink(db, actor.id, hashToken(secret))
    return { url: `${config.publicUrl}/calendar/${secret}.ics` }
  })

  route(app, calendarApi.removeLink, async ({ actor }) => {
    await deleteCalendarLinks(db, [actor.id])
  })

  route(app, calendarApi.createEvent, async ({ params, actor, body }) => {
    const course = await findEditableCourse(db, actor, params.id)
    const { at, title } = body()
    const event = await db.transaction(async (tx) => {
      // several at once are counted one after another
      await lockEditableCourse(tx, actor, course.id)
      if ((await countCourseEvents(tx, course.id)) >= maxCustomEvents) {
        throw invalid('title', `В календаре курса уже ${maxCustomEvents} событий. Удалите те, что прошли.`)
      }
      const inserted = await insertCourseEvent(tx, { course_id: course.id, at, title, created_by: actor.id })
      await addCourseEvent(tx, course.id)
      return inserted
    })
    return { event: presentCourseEvent(event, course) }
  })

  route(app, calendarApi.updateEvent, async ({ params, actor, body }) => {
    const { course } = await findOwnEvent(actor, params.id, params.event_id)
    const change = body()
    const updated = await db.transaction(async (tx) => {
      // two people change different fields: one after the other, both stay
      await lockEditableCourse(tx, actor, course.id)
      const event = found(await findCourseEvent(tx, course.id, params.event_id))
      const { at = event.at, title = event.title } = change
      await addCourseEvent(tx, course.id)
      return found(await updateCourseEvent(tx, event.id, { at, title }))
    })
    return { event: presentCourseEvent(updated, course) }
  })

  route(app, calendarApi.removeEvent, async ({ params, actor }) => {
    const { course, event } = await findOwnEvent(actor, params.id, params.event_id)
    await db.transaction(async (tx) => {
      await deleteCourseEvent(tx, event.id)
      await addCourseEvent(tx, course.id)
    })
  })
}
