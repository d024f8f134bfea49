import { keepPreviousData } from '@tanstack/react-query'
import { calendarApi } from '#contract/calendar/calendar.api.ts'
import { type Month, rangeOf } from '#web/calendar/month.ts'
import { type BodyOf, useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** What happens in the weeks of a month, in one course or in all. */
export const calendarQuery = (month: Month, courseId: number | undefined) =>
  q(calendarApi.list, { query: { ...rangeOf(month), course_id: courseId } }, { placeholderData: keepPreviousData })

/** Whether there is a link to the reader's feed. */
export const calendarLinkQuery = q(calendarApi.link)

/** Makes a new link; the previous one ends. */
export const useCreateLink = () => useAct(calendarApi.createLink, () => ({}))

/** Ends the link. */
export const useRemoveLink = () => useAct(calendarApi.removeLink, () => ({}))

/** An event of a course. */
export interface EventPlace {
  courseId: number
  eventId: number
}

/** Adds an event to a course. */
export const useAddEvent = () =>
  useAct(
    calendarApi.createEvent,
    ({ courseId, body }: { courseId: number; body: BodyOf<typeof calendarApi.createEvent> }) => ({
      params: { id: courseId },
      body,
    }),
  )

/** Changes an event that was added. */
export const useChangeEvent = ({ courseId, eventId }: EventPlace) =>
  useAct(calendarApi.updateEvent, (body: BodyOf<typeof calendarApi.updateEvent>) => ({
    params: { id: courseId, event_id: eventId },
    body,
  }))

/** Deletes an event that was added. */
export const useRemoveEvent = ({ courseId, eventId }: EventPlace) =>
  useAct(calendarApi.removeEvent, () => ({ params: { id: courseId, event_id: eventId } }))
