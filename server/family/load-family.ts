import { documentName } from '#contract/documents/documents.schema.ts'
import type { Family, FamilyTask } from '#contract/family/family.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.schema.ts'
import type { Db } from '#server/db/database.ts'
import {
  findFamilyAddress,
  findLettersSince,
  listAsked,
  listChildren,
  listClassesOf,
  listConsentsOfChildren,
  listCoursesOf,
} from '#server/family/family.repo.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { maxScore } from '#server/journal/present-journal.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'

/** The address of the parent whose link it is; 422 for a dead link. */
export const addressOfLink = async (db: Db, token: string) => {
  const email = await findFamilyAddress(db, hashToken(token))
  if (email === null) throw new Refusal('link-expired')
  return email
}

type Asked = Awaited<ReturnType<typeof listAsked>>[number]

const presentTask = ({ lesson, due_at: due, criteria, task, verdict, cell }: Asked, now: string): FamilyTask => {
  const { due_at } = deadlinesOf({
    task: { extended_until: task?.extended_until ?? null },
    assignment: { due_at: due, closes_at: null },
  })
  const waits = !task || task.status === 'draft'
  const absent = cell?.absent ?? false
  const score = task?.score ?? null
  return {
    lesson,
    // the beginning of a draft is the child's own business
    status: waits ? null : taskStatuses[task.status],
    due_at,
    overdue: waits && due_at !== null && due_at < now && score === null && !absent,
    submitted_at: waits ? null : task.submitted_at,
    score,
    max_score: maxScore(criteria),
    // while a new attempt waits, the earlier verdict is history
    verdict: verdict?.at && task?.status !== 'submitted' ? { at: verdict.at, comment: verdict.comment ?? '' } : null,
    absent,
    note: cell?.comment ?? '',
    noted_at: cell?.changed_at ?? null,
  }
}

/** A parent's children as they stand now: seven queries for any number of them. */
export const loadFamily = async (db: Db, email: string): Promise<Family> => {
  const [since, children] = await Promise.all([findLettersSince(db, email), listChildren(db, email)])
  const ids = children.map(({ id }) => id)
  // every child has grown up or left, or a parent took the consent back
  if (ids.length === 0) throw new Refusal('link-expired')
  const [classes, courses, asked, consents] = await Promise.all([
    listClassesOf(db, ids),
    listCoursesOf(db, ids),
    listAsked(db, ids),
    listConsentsOfChildren(db, ids),
  ])
  const now = new Date().toISOString()
  const of = <Row extends { child_id: number }>(rows: Row[], id: number) => rows.filter((row) => row.child_id === id)
  return {
    weekly: since !== null,
    children: children.map((child) => {
      const own = of(asked, child.id)
      return {
        ...child,
        classes: of(classes, child.id).map(({ name }) => name),
        courses: of(courses, child.id).map(({ id, name }) => ({
          id,
          name,
          tasks: own.filter(({ course_id }) => course_id === id).map((row) => presentTask(row, now)),
        })),
        consents: of(consents, child.id).map(({ document, given_at, withdrawn_at }) => ({
          title: documentName(document),
          given_at,
          withdrawn_at,
        })),
      }
    }),
  }
}
