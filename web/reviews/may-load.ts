import { queryClient } from '#web/data/query-client.ts'
import { isFollowed } from '#web/live/live-news.ts'
import { isRefused } from '#web/reviews/verdict/sent-verdicts.ts'
import { taskQuery } from '#web/tasks/tasks.queries.ts'

/**
 * Whether pointing at a task, or going to the page that shows it, may load it again. The open one changes only on
 * request, under the eyes of its reviewer; one whose verdict was refused comes back as it was judged.
 */
export const mayLoad = (taskId: number) =>
  !isRefused(taskId) && !(isFollowed(taskId) && queryClient.getQueryData(taskQuery(taskId).queryKey) !== undefined)
