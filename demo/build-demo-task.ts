import { dayMs, hourMs } from '#contract/durations.ts'
import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import { type CriterionResult, levelShare } from '#contract/reviews/reviews.schema.ts'
import { courses } from '#demo/content/courses/courses.ts'
import type { DemoAssignment, DemoAttempt, DemoRemark, DemoTask } from '#demo/content/types.ts'
import type { Db } from '#server/db/database.ts'
import { buildTask } from '#server/tasks/tasks.factory.ts'
import { listOf, textOf } from './build-demo-files.ts'
import { type DemoIds, idOf } from './demo-ids.ts'

/** A time in Moscow on the day this many days ahead; ISO 8601. */
export const onDay = (inDays: number, hour: number, minute = 0) => {
  // three hours ahead, the day of UTC is that of Moscow
  const day = new Date(Date.now() + inDays * dayMs + 3 * hourMs)
  day.setUTCHours(hour - 3, minute, 0, 0)
  return day.toISOString()
}

/** 23:59 in Moscow on the day this many days ahead; ISO 8601. */
export const endOfDay = (inDays: number) => onDay(inDays, 23, 59)

const assignmentOf = new Map(
  courses.flatMap(({ sections }) =>
    sections.flatMap(({ lessons }) => lessons.map(({ key, assignment }) => [key, assignment] as const)),
  ),
)

/**
 * The plain text of HTML that has only paragraphs and lists, with the offsets of remarks: each block on its own line.
 */
const plainText = (html: string) =>
  html
    .replace(/>\s+</g, '><')
    .replace(/<\/(?:p|li)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/\n+/g, '\n')

const anchorOf = ({ at }: DemoRemark, content: string, ids: DemoIds): Anchor => {
  if ('picture' in at) {
    const { picture, ...place } = at
    const [file_id = ''] = listOf([picture], ids)
    return { kind: 'image', file_id, ...place }
  }
  const start = plainText(content).indexOf(at.quote)
  if (start < 0) throw new Error(`The demo school has a remark about text that is not there: «${at.quote}»`)
  return { kind: 'text', start, end: start + at.quote.length, quote: at.quote }
}

const criteriaOf = (
  assignment: DemoAssignment | undefined,
  judged: NonNullable<NonNullable<DemoAttempt['review']>['criteria']>,
): CriterionResult[] =>
  judged.flatMap(({ level, note = '' }, index) => {
    const criterion = assignment?.criteria[index]
    if (!criterion) return []
    const points = criterion.points ?? null
    return {
      criterion_id: index + 1,
      name: criterion.name,
      ...(criterion.description ? { description: criterion.description } : {}),
      points,
      earned: points === null ? null : points * levelShare[level],
      level,
      note,
    }
  })

/** Adds a task with its whole past; returns its id. */
export const buildDemoTask = async (tx: Db, task: DemoTask, ids: DemoIds, assignments: Map<string, number>) => {
  const { asksForDays } = task
  const { id } = await buildTask(tx, {
    assignment_id: idOf(assignments, task.lesson),
    students: [task.student, ...(task.team ?? [])].map((key) => idOf(ids.users, key)),
    status: task.status,
    ...(task.draft ? { draft: textOf(task.draft, 'answer', ids) } : {}),
    draftFiles: listOf(task.draftFiles, ids),
    attempts: task.attempts.map(({ review, content, files, ...attempt }) => ({
      ...attempt,
      content: textOf(content, 'answer', ids),
      files: listOf(files, ids),
      ...(review
        ? {
            review: {
              ...review,
              user_id: idOf(ids.users, review.by),
              remarks: (review.remarks ?? []).map((remark) =>
                typeof remark === 'string' ? remark : { text: remark.text, anchor: anchorOf(remark, content, ids) },
              ),
              criteria: criteriaOf(assignmentOf.get(task.lesson), review.criteria ?? []),
            },
          }
        : {}),
    })),
    comments: (task.comments ?? []).map(({ by, ...rest }) => ({ ...rest, user_id: idOf(ids.users, by) })),
    likedBy: (task.likedBy ?? []).map((key) => idOf(ids.users, key)),
    ...(task.reviewer ? { reviewer_id: idOf(ids.users, task.reviewer) } : {}),
    ...(asksForDays
      ? { asksUntil: { until: endOfDay(asksForDays.days), hoursAgo: asksForDays.hoursAgo, text: asksForDays.text } }
      : {}),
  })
  return id
}
