import { pathTo } from '#contract/pages.ts'
import type { ThreadKind } from '#contract/threads/threads.schema.ts'

/** The address of a student's own task in a lesson, at one of its places when `place` is given. */
export const taskAddress = (lessonId: number, place?: string | null) =>
  pathTo('lessons.show', { id: lessonId }, { work: '' }, place)

/** The element of a task's page that shows the verdict on an attempt. */
export const placeOfVerdict = (attempt: number) => `verdict-${attempt}`

/** The element of a task's page that shows an entry of its thread. */
export const placeOfEntry = (entryId: number) => `entry-${entryId}`

/** The place of an event on a task's page: a verdict has its own place, everything else is an entry of the thread. */
export const placeOfHappening = ({ id, kind, attempt }: { id: number; kind: ThreadKind; attempt: number | null }) =>
  (kind === 'accepted' || kind === 'returned') && attempt !== null ? placeOfVerdict(attempt) : placeOfEntry(id)
