import { z } from 'zod'
import {
  CalendarEvent,
  CalendarLink,
  CalendarRange,
  CustomEventChange,
  CustomEventInput,
} from '#contract/calendar/calendar.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { AddressId, IdParams } from '#contract/http/fields.ts'

const event = z.object({ event: CalendarEvent })
const EventParams = z.object({ id: AddressId, event_id: AddressId })

export const calendarApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/calendar',
    access: 'user',
    summary: 'What happens in the caller’s courses from `from` to before `to`, in order; all courses for curators',
    query: CalendarRange,
    response: z.object({
      events: z.array(CalendarEvent),
      /** False when there are more events than one response has: the latest are missing. */
      complete: z.boolean(),
    }),
  }),
  link: endpoint({
    method: 'GET',
    path: '/api/calendar/link',
    access: 'user',
    summary: 'Whether the caller has a link to their calendar’s feed',
    response: z.object({ link: CalendarLink.nullable() }),
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/api/calendar/link',
    access: 'user',
    summary: 'A new link to the caller’s calendar for calendar programs (iCalendar); the previous one stops working',
    response: z.object({ url: z.string() }),
  }),
  removeLink: endpoint({
    method: 'DELETE',
    path: '/api/calendar/link',
    access: 'user',
    summary: 'End the link to the caller’s calendar',
  }),
  createEvent: endpoint({
    method: 'POST',
    path: '/api/courses/{id}/events',
    access: 'user',
    summary: 'Add an event to the calendar of a course',
    params: IdParams,
    body: CustomEventInput,
    status: 201,
    response: event,
  }),
  updateEvent: endpoint({
    method: 'PUT',
    path: '/api/courses/{id}/events/{event_id}',
    access: 'user',
    summary: 'Change an event that was added to a course',
    params: EventParams,
    body: CustomEventChange,
    response: event,
  }),
  removeEvent: endpoint({
    method: 'DELETE',
    path: '/api/courses/{id}/events/{event_id}',
    access: 'user',
    summary: 'Delete an event that was added to a course',
    params: EventParams,
  }),
}
