import { z } from 'zod'
import { Id, Moment, plainText } from '#contract/http/fields.ts'
import { TimeZone } from '#contract/http/time-zone.ts'
import { Weight } from '#contract/lessons/assignment.schema.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/** A column of the journal. */
export const JournalAssignment = z.object({
  id: Id,
  lesson: z.object({ id: Id, name: z.string() }),
  /** Whether students can read the lesson now; one that they cannot stands here for the works it has. */
  open: z.boolean(),
  /** When the lesson was deleted: what was handed in there stays, nothing new comes. */
  deleted_at: Moment.nullable(),
  due_at: Moment.nullable(),
  weight: z.number(),
  /** What its criteria can add up to; null when they have no points. */
  max_score: z.number().nullable(),
})
export type JournalAssignment = z.infer<typeof JournalAssignment>

/** How a student stands with an assignment; staff see no task in it until it is handed in, or they gave it a mark or more time. */
export const JournalCell = z.object({
  assignment_id: Id,
  task_id: Id.nullable(),
  status: NamedTaskStatus.nullable(),
  score: z.number().nullable(),
  attempt: z.number().int().nullable(),
  submitted_at: Moment.nullable(),
  /** With the student's own extension. */
  due_at: Moment.nullable(),
  /** Not handed in although it was due, or first handed in later than that; never of an excused work, or of one marked without. */
  overdue: z.boolean(),
  /** How many times the score was changed by hand. */
  changes: z.number().int(),
})
export type JournalCell = z.infer<typeof JournalCell>

export const JournalRow = z.object({
  student: Person,
  /** When the student left the course; null for those who are in it. Who left stands last, and counts in no totals. */
  left_at: Moment.nullable(),
  /** One for each assignment, in the order of the columns. */
  cells: z.array(JournalCell),
  /** Weighted share of the points so far, 0 to 100; null before there is any. See `averageOf`. */
  average: z.number().nullable(),
})
export type JournalRow = z.infer<typeof JournalRow>

export const Journal = z.object({
  course: z.object({ id: Id, name: z.string() }),
  assignments: z.array(JournalAssignment),
  rows: z.array(JournalRow),
})
export type Journal = z.infer<typeof Journal>

/** A score set by hand. */
export const ScoreChange = z.object({
  score: z.number('Введите число').min(0, 'Не меньше нуля').max(1000, 'Не больше 1000').nullable(),
  reason: plainText(500).optional(),
  /** The score that the change was made on: when it is another one by now, the answer is 409. */
  expected: z.number().nullable().optional(),
})

/** A change of a score in the past. */
export const ScoreRecord = z.object({
  user: Person,
  from: z.number().nullable(),
  to: z.number().nullable(),
  reason: z.string(),
  created_at: Moment,
})
export type ScoreRecord = z.infer<typeof ScoreRecord>

export const Weights = z.object({
  weights: z
    .array(z.object({ assignment_id: Id, weight: Weight }))
    .min(1)
    .max(500),
})

/** What the journal is exported as. */
export const journalFileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const JournalExport = z.object({
  format: z.enum(['csv', 'xlsx'], 'Выберите формат: csv или xlsx'),
  time_zone: TimeZone,
})
