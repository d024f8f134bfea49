import { pathTo } from '#contract/pages.ts'
import type { ThreadKind } from '#contract/threads/threads.schema.ts'

/** The address of a student's own task in a lesson, at one of its places when `place` names one. */
export const taskAddress = (lessonId: number, place?: string | null) =>
  `${pathTo('lessons.show', { id: lessonId })}?work${place ? `#${place}` : ''}`

/** The element of a task's page that shows the verdict on an attempt. */
export const placeOfVerdict = (attempt: number) => `verdict-${attempt}`

/** The element of a task's page that shows a line of its conversation. */
export const placeOfEntry = (entryId: number) => `entry-${entryId}`

/** Where a task's page shows what happened to it: a verdict has its own place, the rest is a line of the conversation. */
export const placeOfHappening = ({ id, kind, attempt }: { id: number; kind: ThreadKind; attempt: number | null }) =>
  (kind === 'accepted' || kind === 'returned') && attempt !== null ? placeOfVerdict(attempt) : placeOfEntry(id)
