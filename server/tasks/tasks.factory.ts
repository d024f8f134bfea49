import { eq } from 'drizzle-orm'
import { fileIdsIn } from '#contract/files/file-address.ts'
import type { TaskStatus } from '#contract/tasks/tasks.schema.ts'
import type { Db } from '#server/db/database.ts'
import { type FileUse, replaceUses } from '#server/files/file-uses.repo.ts'
import { insertRemarks, insertReview } from '#server/reviews/reviews.repo.ts'
import { attemptOf, draftOf } from '#server/tasks/task-files.ts'
import { insertAttempt, markAttempt } from '#server/tasks/tasks.repo.ts'
import { type TaskRecord, taskLikes, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { insertThreadEntry } from '#server/threads/threads.repo.ts'

const hour = 3_600_000

/** The moment so many hours ago. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

interface AttemptParts {
  content: string
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
    remarks?: string[]
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
  comments?: { user_id: number; hoursAgo: number; text: string }[]
  likedBy?: number[]
}

/** Files of a list and of a text. */
const usesOf = (content: string, listed: string[] = []): FileUse[] => [
  ...listed.map((file_id, position) => ({ file_id, position })),
  ...fileIdsIn(content).flatMap((file_id) => (listed.includes(file_id) ? [] : [{ file_id, position: null }])),
]

const buildAttempt = async (db: Db, taskId: number, studentId: number, parts: AttemptParts) => {
  const at = hoursAgo(parts.hoursAgo)
  const attempt = await insertAttempt(db, taskId, { content: parts.content, submitted_by: studentId, at })
  await replaceUses(db, attemptOf(attempt), usesOf(parts.content, parts.files))
  const event = { task_id: taskId, attempt: attempt.number }
  await insertThreadEntry(db, { ...event, user_id: studentId, kind: 'submitted', created_at: at })
  if (parts.withdrawn) {
    await markAttempt(db, attempt.id, { withdrawn_at: at })
    await insertThreadEntry(db, { ...event, user_id: studentId, kind: 'withdrawn', created_at: at })
  }
  if (parts.review) {
    const { user_id, verdict, comment = '', score, remarks = [] } = parts.review
    const created_at = hoursAgo(parts.review.hoursAgo)
    await markAttempt(db, attempt.id, { taken_at: created_at })
    const kept = await insertReview(db, {
      attempt_id: attempt.id,
      user_id,
      verdict,
      comment,
      score: verdict === 'accepted' ? (score ?? null) : null,
      created_at,
    })
    await insertRemarks(
      db,
      { id: kept.id, task_id: taskId, attempt: attempt.number },
      remarks.map((text) => ({ text, done: false })),
    )
    await insertThreadEntry(db, { ...event, user_id, kind: verdict, text: comment, created_at })
  }
  return attempt
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
  } = parts
  const [row] = await db
    .insert(tasks)
    .values({ assignment_id, status, draft_content: draft, draft_revision: draft ? 1 : 0 })
    .returning()
  const task = row as TaskRecord
  await db.insert(taskStudents).values(students.map((user_id) => ({ task_id: task.id, user_id, assignment_id })))
  await replaceUses(db, draftOf(task), usesOf(draft, draftFiles))
  let latest: { number: number; submitted_at: string } | undefined
  for (const attempt of attempts) latest = await buildAttempt(db, task.id, students[0] as number, attempt)
  for (const { user_id, text, hoursAgo: age } of comments) {
    await insertThreadEntry(db, { task_id: task.id, user_id, kind: 'comment', text, created_at: hoursAgo(age) })
  }
  if (likedBy.length > 0) await db.insert(taskLikes).values(likedBy.map((user_id) => ({ task_id: task.id, user_id })))
  const verdicts = attempts.flatMap(({ review }) => review ?? [])
  const [updated] = await db
    .update(tasks)
    .set({
      attempt: latest?.number ?? null,
      submitted_at: latest?.submitted_at ?? null,
      review_revision: verdicts.length,
      score: status === 'accepted' ? (verdicts.at(-1)?.score ?? null) : null,
      draft_saved_at: draft ? new Date().toISOString() : null,
    })
    .where(eq(tasks.id, task.id))
    .returning()
  return updated as TaskRecord
}
