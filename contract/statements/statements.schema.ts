import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'
import { Period } from '#contract/journal/periods.schema.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'

/** A column of the journal as a statement has it: what was asked for, and its state. */
export const StatementMark = z.object({
  kind: z.enum(['assignment', 'column', 'quiz', 'tool']),
  /** The id of the assignment, the column without a hand-in, the quiz or the tool. */
  id: Id,
  /** The lesson, or the name of a column without a hand-in. */
  name: z.string(),
  /** The title of a quiz or a tool; null for the rest. */
  quiz: z.string().nullable(),
  /** The day that decides which period it counts in, see `JournalAssignment`; not shown of what `isUnanswered`. */
  day: z.iso.date(),
  /** The score as the course shows it: «8,5», «4», «зачёт», «85 %»; null without one. */
  mark: z.string().nullable(),
  /** What the score is out of, in a course that shows points; null in the other scales. */
  out_of: z.number().nullable(),
  /** The state of what was handed in; null for nothing, and for a draft, which is the student's own business. */
  status: NamedTaskStatus.nullable(),
  /** «н» in the journal. */
  absent: z.boolean(),
  /** Not handed in by the due date; for somebody who left the course, by the day they left. */
  missing: z.boolean(),
})
export type StatementMark = z.infer<typeof StatementMark>

/** The total of a period. */
export const StatementTotal = z.object({
  kind: z.literal('total'),
  period_id: Id,
  /** As the course shows marks. */
  mark: z.string(),
  /** Whether a teacher has set it; otherwise it is what the marks so far give. */
  set: z.boolean(),
})
export type StatementTotal = z.infer<typeof StatementTotal>

export const StatementLine = z.discriminatedUnion('kind', [StatementMark, StatementTotal])
export type StatementLine = z.infer<typeof StatementLine>

/** A course that somebody takes or took, with their marks. */
export const StatementCourse = z.object({
  id: Id,
  name: z.string(),
  archived: z.boolean(),
  /** When they left it; null for those who take it, or took it until it was archived. */
  left_at: Moment.nullable(),
  /** The weighted share of the points over all of its marks, 0 to 100; null when nothing counts. See `averageOf`. */
  average: z.number().nullable(),
  /** Period by period, each with its total after its marks by their days. What is not due yet is left out. */
  lines: z.array(StatementLine),
})
export type StatementCourse = z.infer<typeof StatementCourse>

/** The marks of one person in all their courses, as a sheet to be printed. */
export const Statement = z.object({
  student: z.object({ id: Id, name: z.string(), surname: z.string(), patronymic: z.string() }),
  /** The names of their classes. */
  classes: z.array(z.string()),
  /** The courses that the reader may see: current ones, then past ones. */
  courses: z.array(StatementCourse),
  /** The periods that these marks are from, by their days; a year comes after its terms. */
  periods: z.array(Period),
})
export type Statement = z.infer<typeof Statement>
