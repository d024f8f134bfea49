import { journalApi } from '#contract/journal/journal.api.ts'
import { q } from '#web/app/endpoint-query.ts'

/** The journal of a course; students get their own row. */
export const journalQuery = (courseId: number) => q(journalApi.get, { params: { id: courseId } })

/** Changes of a task's score by hand. */
export const scoresQuery = (taskId: number) =>
  // others may have changed it since
  q(journalApi.scores, { params: { id: taskId } }, { staleTime: 0 })
