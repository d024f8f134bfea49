import { announcementsApi } from '#contract/announcements/announcements.api.ts'
import { calendarApi } from '#contract/calendar/calendar.api.ts'
import type { TaskHappening } from '#contract/events/events.schema.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { questionsApi } from '#contract/questions/questions.api.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { teamsApi } from '#contract/teams/teams.api.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import { changeAfter } from '#web/data/changes.ts'

/** What happens to a task and makes something old; a lease comes with its event. */
export type TaskMove = Exclude<TaskHappening, 'lease'>

/** The mutation behind each live event of a task. */
const mutations: Record<TaskMove, Endpoint> = {
  submitted: tasksApi.submit,
  withdrawn: tasksApi.withdraw,
  verdict: reviewsApi.review,
  undone: reviewsApi.undo,
  reopened: reviewsApi.reopen,
  excused: reviewsApi.excuse,
  assigned: reviewsApi.assign,
  score: journalApi.setScore,
  extension: threadsApi.extend,
  comment: threadsApi.comment,
  remark: reviewsApi.answerRemark,
  team: teamsApi.join,
}

/** What others show that is old after a live event of a task. */
export const staleAfter = (happening: TaskMove): readonly Endpoint[] => {
  const { stale = [], staleForOthers = [] } = changeAfter(mutations[happening])
  return [tasksApi.get, journalApi.scores, ...stale, ...staleForOthers]
}

/** Whether the user, who carries the header's counts, is old for staff after a live event of a task. */
export const loadsUserAfter = (happening: TaskMove) => changeAfter(mutations[happening]).staleForOthers !== undefined

/** Everything that a live event may make old, whatever it is of: see `apply-news.ts`. */
export const liveEndpoints: readonly Endpoint[] = [
  ...new Set((Object.keys(mutations) as TaskMove[]).flatMap((happening) => staleAfter(happening))),
  ...[tasksApi.ofLesson, lessonsApi.bin, calendarApi.list, announcementsApi.list],
  ...[questionsApi.list, questionsApi.waiting],
]
