import { queryOptions } from '@tanstack/react-query'
import { journalApi } from '#contract/journal/journal.api.ts'
import { call } from '#web/app/call.ts'

/** The journal of a course; students get their own row. */
export const journalQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['journal', courseId],
    queryFn: ({ signal }) => call(journalApi.get, { params: { id: courseId } }, signal),
  })

/** Changes of a work's score by hand. */
export const scoresQuery = (taskId: number) =>
  queryOptions({
    queryKey: ['tasks', taskId, 'scores'],
    queryFn: ({ signal }) => call(journalApi.scores, { params: { id: taskId } }, signal),
    // others may have changed it since
    staleTime: 0,
  })
