import { pageCount } from '#contract/http/fields.ts'
import { type Borders, defaultBorders, type Grading, markText } from '#contract/journal/scales.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { projectStatuses } from '#contract/projects/projects.schema.ts'
import { type Lease, type Remark, type Review, undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import { type IdleFacts, idleReason } from '#contract/tasks/idle.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import { canMove, canSeeDraft, isTaskStudent, staffKinds } from '#contract/tasks/tasks.policy.ts'
import { type Attempt, type Task, type TaskAsk, type TaskRow, taskPageSize } from '#contract/tasks/tasks.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { loadFiles } from '#server/files/load-files.ts'
import { found } from '#server/http/refusal.ts'
import { presentRules } from '#server/lessons/present-assignment.ts'
import { findProjectOfTask } from '#server/projects/projects.repo.ts'
import { listReviewRemarks, listReviews } from '#server/reviews/reviews.repo.ts'
import { loadBorders, loadGrading } from '#server/site/load-settings.ts'
import { countQueue, listTasks, type TaskFilter, type TaskListRecord } from '#server/tasks/queue.repo.ts'
import { attemptOf, draftOf } from '#server/tasks/task-files.ts'
import { countLikes, findTask, listAttempts, listTaskStudents, type TaskWithFacts } from '#server/tasks/tasks.repo.ts'
import { findUsualWait } from '#server/tasks/usual-wait.repo.ts'
import { entryOf, presentEntry } from '#server/threads/present-thread.ts'
import { listThread } from '#server/threads/threads.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

type Head = Pick<
  TaskListRecord,
  'task' | 'lesson' | 'course' | 'assignment' | 'lease_user' | 'reviewer' | keyof IdleFacts
>

/** The lease that is still valid. */
export const presentLease = ({ task, lease_user }: Pick<Head, 'task' | 'lease_user'>): Lease | null =>
  lease_user && task.lease_expires_at !== null && new Date(task.lease_expires_at) > new Date()
    ? { user: lease_user, since: task.lease_since ?? task.lease_expires_at, expires_at: task.lease_expires_at }
    : null

/** The later of the assignment's moment and the task's extension; without the first there is none. */
const withExtension = (moment: string | null, extended: string | null) =>
  moment !== null && extended !== null && extended > moment ? extended : moment

/** When a task is due, and when it closes; ISO 8601. */
export const deadlinesOf = ({
  task,
  assignment,
}: {
  task: Pick<Head['task'], 'extended_until'>
  assignment: Pick<Head['assignment'], 'due_at' | 'closes_at'>
}) => ({
  due_at: withExtension(assignment.due_at, task.extended_until),
  closes_at: withExtension(assignment.closes_at, task.extended_until),
})

/** A score as its course shows it; nothing in points, where the number is enough. */
const markOf = (score: number | null, { assignment }: Pick<Head, 'assignment'>, grading: Grading) =>
  score !== null && grading.scale !== 'points'
    ? { mark: markText(score, maxScoreOf(assignment.criteria), grading) }
    : {}

const presentHead = (actor: Actor, head: Head, borders: Borders) => {
  const { task, lesson, course, assignment, reviewer } = head
  return {
    id: task.id,
    status: taskStatuses[task.status],
    lesson,
    course,
    score: task.score,
    ...markOf(task.score, head, { scale: course.scale, borders }),
    ...deadlinesOf({ task, assignment }),
    extended_until: task.extended_until,
    reviewer,
    idle: idleReason(actor, head),
  }
}

const presentProjectOfTask = ({
  asked,
  status,
  ...project
}: NonNullable<Awaited<ReturnType<typeof findProjectOfTask>>>) => ({
  ...project,
  status: projectStatuses[status],
  ...(asked && { asked: true as const }),
})

/** A task as the actor may see it: the draft and withdrawn attempts are for its students alone. */
export const loadTask = async (db: Db, actor: Actor, id: number): Promise<Task> =>
  presentTask(db, actor, found(await findTask(db, id)))

/** The same for a task that has just been loaded. */
export const presentTask = async (db: Db, actor: Actor, head: TaskWithFacts): Promise<Task> => {
  const { task } = head
  const { id } = task
  const mine = isTaskStudent(actor, head)
  const seesDraft = canSeeDraft(actor, head)
  const [students, attempts, reviews, remarks, thread, likes, usual_wait, grading, project] = await Promise.all([
    listTaskStudents(db, [id]),
    listAttempts(db, id),
    listReviews(db, id),
    listReviewRemarks(db, id),
    listThread(db, id),
    countLikes(db, id, actor.id),
    findUsualWait(db, head.course.id),
    loadGrading(db, head.course.scale),
    mine && task.status === 'accepted' ? findProjectOfTask(db, id, actor.id) : null,
  ])
  const shown = attempts.filter(({ withdrawn_at }) => withdrawn_at === null || seesDraft)
  const entries = thread.filter(({ entry }) => !mine || !staffKinds.has(entry.kind))
  const files = await loadFiles(db, [
    ...(seesDraft ? [draftOf(task)] : []),
    ...shown.map(attemptOf),
    ...entries.map(({ entry }) => entryOf(entry)),
  ])
  const presentReview = ({ review, person }: (typeof reviews)[number]): Review => {
    const undo = Date.parse(review.created_at) + undoTimeMs
    return {
      verdict: review.verdict,
      comment: review.comment,
      score: review.score,
      ...markOf(review.score, head, grading),
      remarks: remarks
        .filter(({ review_id }) => review_id === review.id)
        .map(
          ({ remark, done }): Remark => ({
            id: remark.id,
            text: remark.text,
            done,
            anchor: remark.anchor,
            attempt: remark.attempt,
            fixed: remark.fixed,
            answer: remark.answer,
          }),
        ),
      criteria: review.criteria,
      user: presentPerson(person),
      created_at: review.created_at,
      undo_until: review.user_id === actor.id && undo > Date.now() ? new Date(undo).toISOString() : null,
    }
  }
  const presentAttempt = (attempt: (typeof attempts)[number]): Attempt => {
    const last = reviews.findLast(({ review }) => review.attempt_id === attempt.id)
    return {
      number: attempt.number,
      content: shown.includes(attempt) ? files.text('attempt', attempt.id, attempt.content) : '',
      files: files.list('attempt', attempt.id),
      submitted_at: attempt.submitted_at,
      withdrawn_at: attempt.withdrawn_at,
      link: shown.includes(attempt) ? attempt.link : null,
      review: last ? presentReview(last) : null,
    }
  }
  const latest = attempts.findLast(({ withdrawn_at }) => withdrawn_at === null)
  const { closes_at } = deadlinesOf(head)
  const isOpen = closes_at === null || new Date().toISOString() <= closes_at
  const can_withdraw =
    mine && idleReason(actor, head) === null && canMove(task.status, 'withdraw') && latest?.taken_at === null && isOpen
  return {
    ...presentHead(actor, head, grading.borders),
    ...(can_withdraw && { can_withdraw }),
    ...(grading.scale !== 'points' && { grading }),
    students: students.map(({ person }) => presentPerson(person)),
    draft: mine
      ? {
          content: seesDraft ? files.text('task-draft', id, task.draft_content) : '',
          files: seesDraft ? files.list('task-draft', id) : [],
          link: seesDraft ? task.draft_link : null,
          revision: task.draft_revision,
          saved_at: task.draft_saved_at,
        }
      : null,
    attempts: attempts.map(presentAttempt),
    thread: entries.map((entry) => presentEntry(entry, files)),
    likes,
    lease: presentLease(head),
    review_revision: task.review_revision,
    assignment: presentRules(head.assignment),
    question_at: task.question_at,
    extension_asked: task.extension_asked,
    usual_wait,
    ...(project && { project: presentProjectOfTask(project) }),
  }
}

/** A page of the queue, or of a student's own tasks. */
export const loadTasks = async (db: Db, actor: Actor, filter: TaskFilter, page: number) => {
  const [rows, { counts, asking }] = await Promise.all([
    listTasks(db, actor, filter, page),
    countQueue(db, actor, filter),
  ])
  const students = await listTaskStudents(
    db,
    rows.map(({ task }) => task.id),
  )
  const borders = rows.some(({ course }) => course.scale !== 'points') ? await loadBorders(db) : defaultBorders
  const countOf = (status: string) => counts.find((row) => row.status === status)?.listed ?? 0
  const countAsks = (asks: TaskAsk, status?: TaskStatus) =>
    asking.reduce((sum, row) => (status === undefined || row.status === status ? sum + row[asks] : sum), 0)
  // without a state the list also has tasks that no longer need an act
  const all = () => counts.reduce((sum, row) => sum + row.all, 0)
  const total = filter.asks ? countAsks(filter.asks, filter.status) : filter.status ? countOf(filter.status) : all()
  return {
    tasks: rows.map(
      (row): TaskRow => ({
        ...presentHead(actor, row, borders),
        students: students.filter(({ task_id }) => task_id === row.task.id).map(({ person }) => presentPerson(person)),
        attempt: row.task.attempt,
        submitted_at: row.task.submitted_at,
        lease: presentLease(row),
        review_revision: row.task.review_revision,
        question_at: row.task.question_at,
        extension_asked: row.task.extension_asked,
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
      questions: countAsks('question'),
      extensions: countAsks('extension'),
    },
  }
}
