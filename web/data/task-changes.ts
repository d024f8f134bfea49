import { coursesApi } from '#contract/courses/courses.api.ts'
import { journalApi } from '#contract/journal/journal.api.ts'
import { lessonsApi } from '#contract/lessons/lessons.api.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import type { Lease } from '#contract/reviews/reviews.schema.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { teamsApi } from '#contract/teams/teams.api.ts'
import { threadsApi } from '#contract/threads/threads.api.ts'
import type { ThreadEntry } from '#contract/threads/threads.schema.ts'
import { type Change, forStaff, on, type Put, put } from '#web/data/change.ts'
import { keyOf } from '#web/data/endpoint-query.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'

const putTask = (task: Task) => put(tasksApi.get, { id: task.id }, { task })

/** A student's own task that the cached lesson may not refer to yet; one without a draft is somebody else's. */
const putNewTask = (task: Task): Put[] => {
  const refer = (kept: { lesson: KeptLesson } | undefined) => kept && { lesson: { ...kept.lesson, task_id: task.id } }
  const lesson = { queryKey: keyOf(lessonsApi.get, { params: { id: task.lesson.id } }), data: refer }
  return task.draft ? [putTask(task), lesson] : [putTask(task)]
}

/** The cached task with a new entry in its thread, and with what that changes of the task. */
const putEntry = (id: unknown, entry: ThreadEntry, changed: (task: Task) => Partial<Task>): Put => ({
  queryKey: keyOf(tasksApi.get, { params: { id: Number(id) } }),
  data: ({ task }: { task: Task }) => {
    const thread = [...task.thread.filter((other) => other.id !== entry.id), entry]
    return { task: { ...task, thread, ...changed(task) } }
  },
})

/** The cached task with the lease of who reviews it now. */
const putLease = (id: unknown, lease: Lease): Put => ({
  queryKey: keyOf(tasksApi.get, { params: { id: Number(id) } }),
  data: ({ task }: { task: Task }) => ({ task: { ...task, lease } }),
})

/** What shows how far tasks are. */
const progress = [
  tasksApi.list,
  tasksApi.ahead,
  coursesApi.list,
  coursesApi.get,
  reviewsApi.reviewers,
  journalApi.get,
] as const

/** A task has moved, and the response contains it. */
const moved = {
  puts: ({ task }: { task: Task }) => [putTask(task)],
  stale: progress,
  staleForOthers: [lessonsApi.get],
  staleAfterConflict: [tasksApi.get],
} satisfies Change<typeof tasksApi.withdraw>

/** Many tasks may have moved. */
const movedMany = { stale: [...progress, tasksApi.get, journalApi.scores], loadsUser: forStaff }

/** The consequences of what students and staff do with tasks. */
export const taskChanges = [
  ...on([tasksApi.start], { ...moved, puts: ({ task }) => putNewTask(task) }),
  ...on([tasksApi.saveDraft], { puts: moved.puts }),
  ...on([tasksApi.submit, tasksApi.withdraw], moved),
  ...on([tasksApi.declineOffer, tasksApi.restoreOffer], { stale: [tasksApi.ahead] }),
  // the queue shows a verdict before it is sent
  ...on([reviewsApi.review], { ...moved, loadsUser: forStaff, staleAfterFailure: [tasksApi.list] }),
  ...on([reviewsApi.undo, reviewsApi.reopen, reviewsApi.excuse], { ...moved, loadsUser: forStaff }),
  ...on([reviewsApi.answerRemark], { puts: moved.puts, staleAfterConflict: [tasksApi.get] }),
  ...on([reviewsApi.lease], { puts: ({ lease }, { params }) => [putLease(params.id, lease)] }),
  ...on([reviewsApi.bulk, reviewsApi.shareOut], movedMany),
  ...on([reviewsApi.assign], { ...movedMany, staleForOthers: [lessonsApi.get] }),
  ...on([reviewsApi.undoBulk], { ...movedMany, staleAfterFailure: movedMany.stale }),
  ...on([teamsApi.join], {
    ...moved,
    puts: ({ task }) => putNewTask(task),
    staleAfterFailure: [teamsApi.list],
  }),
  ...on([teamsApi.leave], {
    stale: [...progress, lessonsApi.get, teamsApi.list],
    // the former teammate keeps no copy
    gone: ({ params }) => keyOf(tasksApi.get, { params }),
    staleAfterFailure: [tasksApi.get],
    awaited: true,
  }),
  ...on([threadsApi.comment], {
    puts: ({ comment }, { params: { id } }) => [
      // a task without a draft is somebody else's: what staff write answers the question
      putEntry(id, comment, ({ draft }) => (draft === null && comment.kind === 'comment' ? { question_at: null } : {})),
    ],
    stale: [tasksApi.list],
  }),
  ...on([threadsApi.askExtension], {
    puts: ({ comment }, { params: { id } }) => [putEntry(id, comment, () => ({ extension_asked: comment.until }))],
    stale: [tasksApi.list],
    staleAfterConflict: [tasksApi.get],
  }),
  ...on([threadsApi.extend, threadsApi.refuseExtension, threadsApi.settleQuestion], moved),
]
