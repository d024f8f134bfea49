import { pageCount } from '#contract/http/fields.ts'
import { isTaskStudent } from '#contract/tasks/tasks.policy.ts'
import {
  type Attempt,
  type Lease,
  type Task,
  type TaskRow,
  type ThreadEntry,
  taskPageSize,
  taskStatuses,
} from '#contract/tasks/tasks.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { found } from '#server/http/refusal.ts'
import { attemptOf, draftOf } from '#server/tasks/task-files.ts'
import {
  countLikes,
  findTask,
  findThreadEntry,
  listAttempts,
  listReviews,
  listTaskStudents,
  listTasks,
  listThread,
  type TaskFilter,
  type TaskListRecord,
  type TaskWithFacts,
  type ThreadRecord,
} from '#server/tasks/tasks.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

type Head = Pick<TaskListRecord, 'task' | 'lesson' | 'course' | 'due_at' | 'lease_user'>

/** The lease that still holds. */
export const presentLease = ({ task, lease_user }: Pick<Head, 'task' | 'lease_user'>): Lease | null =>
  lease_user && task.lease_expires_at !== null && new Date(task.lease_expires_at) > new Date()
    ? { user: lease_user, expires_at: task.lease_expires_at }
    : null

const presentHead = ({ task, lesson, course, due_at }: Head) => ({
  id: task.id,
  status: taskStatuses[task.status],
  lesson,
  course,
  score: task.score,
  due_at,
})

const presentEntry = ({ entry, person }: ThreadRecord): ThreadEntry => ({
  id: entry.id,
  kind: entry.kind,
  text: entry.text,
  attempt: entry.attempt,
  user: presentPerson(person),
  created_at: entry.created_at,
})

/** A line of a thread. */
export const loadThreadEntry = async (db: Db, id: number) => presentEntry(found(await findThreadEntry(db, id)))

/** A work as the actor may see it: the draft and what was withdrawn is for its students alone. */
export const loadTask = async (db: Db, actor: Actor, id: number): Promise<Task> =>
  presentTask(db, actor, found(await findTask(db, id)))

/** The same for a task that has just been found. */
export const presentTask = async (db: Db, actor: Actor, head: TaskWithFacts): Promise<Task> => {
  const { task } = head
  const { id } = task
  const [students, attempts, reviews, thread, likes] = await Promise.all([
    listTaskStudents(db, [id]),
    listAttempts(db, id),
    listReviews(db, id),
    listThread(db, id),
    countLikes(db, id, actor.id),
  ])
  const mine = isTaskStudent(actor, head)
  const shown = attempts.filter(({ withdrawn_at }) => withdrawn_at === null || mine)
  const files = await loadFiles(db, [...(mine ? [draftOf(task)] : []), ...shown.map(attemptOf)])
  const presentAttempt = (attempt: (typeof attempts)[number]): Attempt => {
    const last = reviews.findLast(({ review }) => review.attempt_id === attempt.id)
    return {
      number: attempt.number,
      content: shown.includes(attempt) ? files.text('attempt', attempt.id, attempt.content) : '',
      files: files.list('attempt', attempt.id),
      submitted_at: attempt.submitted_at,
      withdrawn_at: attempt.withdrawn_at,
      review: last
        ? {
            verdict: last.review.verdict,
            comment: last.review.comment,
            score: last.review.score,
            remarks: last.review.remarks,
            user: presentPerson(last.person),
            created_at: last.review.created_at,
          }
        : null,
    }
  }
  return {
    ...presentHead(head),
    students: students.map(({ person }) => presentPerson(person)),
    draft: mine
      ? {
          content: files.text('task-draft', id, task.draft_content),
          files: files.list('task-draft', id),
          revision: task.draft_revision,
          saved_at: task.draft_saved_at,
        }
      : null,
    attempts: attempts.map(presentAttempt),
    thread: thread.map(presentEntry),
    likes,
    lease: presentLease(head),
    review_revision: task.review_revision,
  }
}

/** A page of the queue, or of a student's own works. */
export const loadTasks = async (db: Db, actor: Actor, filter: TaskFilter, page: number) => {
  const { rows, counts } = await listTasks(db, actor, filter, page)
  const students = await listTaskStudents(
    db,
    rows.map(({ task }) => task.id),
  )
  const countOf = (status: string) => counts.find((row) => row.status === status)?.count ?? 0
  const total = filter.status ? countOf(filter.status) : counts.reduce((sum, row) => sum + row.count, 0)
  return {
    tasks: rows.map(
      (row): TaskRow => ({
        ...presentHead(row),
        students: students.filter(({ task_id }) => task_id === row.task.id).map(({ person }) => presentPerson(person)),
        attempt: row.task.attempt,
        submitted_at: row.task.submitted_at,
        lease: presentLease(row),
      }),
    ),
    page,
    pages: pageCount(total, taskPageSize),
    total,
    counts: {
      draft: countOf('draft'),
      submitted: countOf('submitted'),
      returned: countOf('returned'),
      accepted: countOf('accepted'),
      excused: countOf('excused'),
    },
  }
}
