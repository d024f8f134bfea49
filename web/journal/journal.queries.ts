import { journalApi } from '#contract/journal/journal.api.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The journal of a course; students get their own row. */
export const journalQuery = (courseId: number) => q(journalApi.get, { params: { id: courseId } })

/** The classes of the students in a journal. */
export const journalCohortsQuery = (courseId: number) => q(journalApi.cohorts, { params: { id: courseId } })

/** The school's periods. */
export const periodsQuery = q(journalApi.periods)

/** Changes of a task's score by hand. */
export const scoresQuery = (taskId: number) =>
  // others may have changed it since
  q(journalApi.scores, { params: { id: taskId } }, { staleTime: 0 })
