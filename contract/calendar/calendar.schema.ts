import { z } from 'zod'
import { Id, line, Moment, MomentInput, QueryId } from '#contract/http/fields.ts'

/**
 * What a moment means: a task is due, a lesson or a course opens, an assignment takes no more tasks, or what a teacher
 * has added.
 */
export const CalendarKind = z.enum(['due', 'opens', 'closes', 'custom'])
export type CalendarKind = z.infer<typeof CalendarKind>

/** A moment of a course. */
export const CalendarEvent = z.object({
  kind: CalendarKind,
  at: Moment,
  /** The lesson's name, the text of a teacher's own event, or «Начало курса». */
  title: z.string(),
  course: z.object({ id: Id, name: z.string() }),
  /** Null for what belongs to the whole course. */
  lesson_id: Id.nullable(),
  /** Only the day counts, which begins at `at`. */
  all_day: z.boolean(),
  /** Nothing is left to do for the reader: a student’s task is handed in, accepted or excused. */
  done: z.boolean(),
  /** The id of a teacher’s own event; null for the others. */
  event_id: Id.nullable(),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** Max events of one response; the earliest ones. */
export const maxCalendarEvents = 1000

/** From `from` to before `to`, however far apart: what is too much for one response is cut off. */
export const CalendarRange = z
  .object({ from: MomentInput, to: MomentInput, course_id: QueryId })
  .refine(({ from, to }) => !(Date.parse(from) > Date.parse(to)), {
    path: ['to'],
    message: 'Конец промежутка не может быть раньше начала',
  })

/** What a teacher adds to the calendar of a course. */
export const CustomEventInput = z.object({ at: MomentInput, title: line(200) })

export const CustomEventChange = CustomEventInput.partial()

/** Max events that teachers have added to one course. */
export const maxCustomEvents = 500

/** When the link to the feed was made; the link itself is shown only once. */
export const CalendarLink = z.object({ created_at: Moment })
