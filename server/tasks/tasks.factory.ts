import { eq } from 'drizzle-orm'
import { hourMs } from '#contract/durations.ts'
import { fileIdsIn } from '#contract/files/file-address.ts'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import type { CriterionResult } from '#contract/reviews/reviews.schema.ts'
import type { TaskStatus } from '#contract/tasks/task-status.schema.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { type FileUse, replaceUses } from '#server/files/file-uses.repo.ts'
import { insertRemarks, insertReview } from '#server/reviews/reviews.repo.ts'
import { attemptOf, draftOf } from '#server/tasks/task-files.ts'
import { courseOf, insertAttempt, markAttempt } from '#server/tasks/tasks.repo.ts'
import { type TaskRecord, taskLikes, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

/** The moment this many hours ago. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()

interface AttemptParts {
  content: string
  link?: string
  /** Hours ago. */
  hoursAgo: number
  /** Ids of its list of files. */
  files?: string[]
  withdrawn?: boolean
  review?: {
    user_id: number
    hoursAgo: number
    verdict: 'accepted' | 'returned'
    comment?: string
    score?: number
    /** What to fix: text alone, or with the place it is about. */
    remarks?: (string | { text: string; anchor: Anchor })[]
    criteria?: CriterionResult[]
  }
}

interface TaskParts {
  assignment_id: number
  students: number[]
  status?: TaskStatus
  draft?: string
  /** Ids of the draft's list of files. */
  draftFiles?: string[]
  attempts?: AttemptParts[]
  /** A note is seen by staff alone. */
  comments?: { user_id: number; hoursAgo: number; text: string; note?: boolean }[]
  likedBy?: number[]
  /** The assigned reviewer. */
  reviewer_id?: number
  /** A request for more time that waits for an answer. */
  asksUntil?: { until: string; hoursAgo: number; text: string }
}

/** The uses of files in a list and in a text. */
const usesOf = (content: string, listed: string[] = []): FileUse[] => [
  ...listed.map((file_id, position) => ({ file_id, position })),
  ...fileIdsIn(content).flatMap((file_id) => (listed.includes(file_id) ? [] : [{ file_id, position: null }])),
]

const buildAttempt = async (db: Db, taskId: number, studentId: number, parts: AttemptParts) => {
  const at = hoursAgo(parts.hoursAgo)
  const attempt = await insertAttempt(db, taskId, {
    content: parts.content,
    link: parts.link ?? null,
    submitted_by: studentId,
    at,
  })
  await replaceUses(db, attemptOf(attempt), usesOf(parts.content, parts.files))
  const event = { task_id: taskId, attempt: attempt.number }
  await insertThreadEntry(db, { ...event, user_id: studentId, kind: 'submitted', created_at: at })
  if (parts.withdrawn) {
    await markAttempt(db, attempt.id, { withdrawn_at: at })
    await insertThreadEntry(db, { ...event, user_id: studentId, kind: 'withdrawn', created_at: at })
  }
  if (parts.review) {
    const { user_id, verdict, comment = '', score, remarks = [], criteria = [] } = parts.review
    const created_at = hoursAgo(parts.review.hoursAgo)
    await markAttempt(db, attempt.id, { taken_at: created_at })
    const kept = await insertReview(db, {
      attempt_id: attempt.id,
      user_id,
      verdict,
      comment,
      score: verdict === 'accepted' ? (score ?? null) : null,
      criteria,
      created_at,
    })
    await insertRemarks(
      db,
      { id: kept.id, task_id: taskId, attempt: attempt.number },
      remarks.map((remark) => ({ ...(typeof remark === 'string' ? { text: remark } : remark), done: false })),
    )
    await insertThreadEntry(db, { ...event, user_id, kind: verdict, text: comment, created_at })
  }
  return attempt
}

/** The first comment of a student after which staff have written nothing, neither in the thread nor with a verdict. */
const questionOf = ({ students, comments = [], attempts = [] }: TaskParts) => {
  const answers = [
    ...comments.filter(({ user_id, note }) => !note && !students.includes(user_id)),
    ...attempts.flatMap(({ review }) => (review?.comment ? review : [])),
  ]
  const answered = Math.min(...answers.map((answer) => answer.hoursAgo), Number.POSITIVE_INFINITY)
  return comments
    .filter((comment) => students.includes(comment.user_id) && comment.hoursAgo < answered)
    .toSorted((a, b) => b.hoursAgo - a.hoursAgo)[0]
}

/** Adds a task with its whole past for tests and the demo school; sends no notifications. */
export const buildTask = async (db: Db, parts: TaskParts): Promise<TaskRecord> => {
  const {
    assignment_id,
    students,
    status = 'draft',
    draft = '',
    draftFiles = [],
    attempts = [],
    comments = [],
    likedBy = [],
    asksUntil,
  } = parts
  const task = onlyRow(
    await db
      .insert(tasks)
      .values({
        assignment_id,
        course_id: courseOf(assignment_id),
        status,
        draft_content: draft,
        draft_revision: draft ? 1 : 0,
      })
      .returning(),
  )
  await db
    .insert(taskStudents)
    .values(students.map((user_id) => ({ task_id: task.id, user_id, assignment_id, course_id: task.course_id })))
  await replaceUses(db, draftOf(task), usesOf(draft, draftFiles))
  let latest: { number: number; submitted_at: string } | undefined
  for (const attempt of attempts) latest = await buildAttempt(db, task.id, students[0] as number, attempt)
  const question = questionOf(parts)
  let question_at: string | null = null
  for (const comment of comments) {
    const { user_id, text, hoursAgo: age, note } = comment
    const kind = note ? 'note' : 'comment'
    const entry = await insertThreadEntry(db, { task_id: task.id, user_id, kind, text, created_at: hoursAgo(age) })
    if (comment === question) question_at = entry.created_at
  }
  if (asksUntil) {
    const { until, text, hoursAgo: age } = asksUntil
    const [user_id = 0] = students
    const asked = { task_id: task.id, user_id, kind: 'extension-asked' as const, text, until }
    await insertThreadEntry(db, { ...asked, created_at: hoursAgo(age) })
  }
  if (likedBy.length > 0) await db.insert(taskLikes).values(likedBy.map((user_id) => ({ task_id: task.id, user_id })))
  const verdicts = attempts.flatMap(({ review }) => review ?? [])
  const rows = await db
    .update(tasks)
    .set({
      attempt: latest?.number ?? null,
      submitted_at: latest?.submitted_at ?? null,
      review_revision: verdicts.length,
      score: status === 'accepted' ? (verdicts.at(-1)?.score ?? null) : null,
      reviewer_id: parts.reviewer_id ?? null,
      extension_asked: asksUntil?.until ?? null,
      question_at,
      draft_saved_at: draft ? new Date().toISOString() : null,
    })
    .where(eq(tasks.id, task.id))
    .returning()
  return onlyRow(rows)
}
