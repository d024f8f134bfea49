import { z } from 'zod'
import { DayInput, Id, line, Moment, plainText, QueryId } from '#contract/http/fields.ts'
import { TimeZone } from '#contract/http/time-zone.ts'
import { GradingInfo } from '#contract/journal/grading.schema.ts'
import { JournalPeriod, JournalTotal } from '#contract/journal/periods.schema.ts'
import { Score, Weight } from '#contract/lessons/assignment.schema.ts'
import { maxScore } from '#contract/lessons/max-score.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/** A column of the journal. */
export const JournalAssignment = z.object({
  id: Id,
  /** Its lesson; of a column without a hand-in only the name, without an id. */
  lesson: z.object({ id: Id.nullable(), name: z.string() }),
  /** The day of a column without a hand-in; null for assignments. */
  held_on: z.iso.date().nullable(),
  /**
   * The day that decides which period it counts in: `held_on`, or else when it is due, or its lesson opened; in Moscow.
   */
  day: z.iso.date(),
  /** Whether students can read the lesson now; a closed one is listed because it has tasks. */
  open: z.boolean(),
  /** When the lesson was deleted: its handed-in tasks stay, and no new ones are accepted. */
  deleted_at: Moment.nullable(),
  due_at: Moment.nullable(),
  weight: z.number(),
  /** The max sum of its criteria; null when they have no points. */
  max_score: z.number().nullable(),
})
export type JournalAssignment = z.infer<typeof JournalAssignment>

/**
 * A column of the journal for a quiz, or for a tool of another site. Nobody sets its scores: they come from the
 * attempts, or from what the tool reports.
 */
export const JournalQuiz = z.object({
  kind: z.enum(['quiz', 'tool']),
  id: Id,
  title: z.string(),
  lesson: z.object({ id: Id, name: z.string() }),
  /** When its lesson opened, as of an assignment. */
  day: z.iso.date(),
  /** As of an assignment. */
  open: z.boolean(),
  deleted_at: Moment.nullable(),
  /** The points of its questions as they are now, null when they give none; of a tool those of the lesson. */
  max_points: z.number().nullable(),
  /** How many of `assignments` come before it, in the order of the lessons. */
  before: z.number().int(),
})
export type JournalQuiz = z.infer<typeof JournalQuiz>

/**
 * A student's result in a quiz: of their best attempt, which is the one with the greatest share of its points, the
 * earliest of equal ones.
 */
export const JournalQuizCell = z.object({
  quiz_id: Id,
  /** Null without an attempt. */
  points: z.number().nullable(),
  /** What that attempt could give; the questions may have changed since. */
  max_points: z.number().nullable(),
  answered_at: Moment.nullable(),
  /** How many attempts there are. */
  attempts: z.number().int(),
})
export type JournalQuizCell = z.infer<typeof JournalQuizCell>

/**
 * A student's state in an assignment; staff see no task until it is handed in, or has a mark or more time from them.
 */
export const JournalCell = z.object({
  assignment_id: Id,
  task_id: Id.nullable(),
  status: NamedTaskStatus.nullable(),
  score: z.number().nullable(),
  attempt: z.number().int().nullable(),
  submitted_at: Moment.nullable(),
  /** With the student's own extension. */
  due_at: Moment.nullable(),
  /**
   * Not handed in by the due date, or first handed in after it; never for an excused task, for one marked without a
   * hand-in, or for a student who was absent.
   */
  overdue: z.boolean(),
  /** How many times the score was changed by hand. */
  changes: z.number().int(),
  /** Whether the student was away («н»): never overdue, and counts for nothing without a score. */
  absent: z.boolean(),
  /** What staff note for the student to read; empty without a comment. */
  comment: z.string(),
})
export type JournalCell = z.infer<typeof JournalCell>

export const JournalRow = z.object({
  student: Person,
  /**
   * When the student left the course; null for those who take it. Former students come last, and are left out of
   * totals.
   */
  left_at: Moment.nullable(),
  /** One for each assignment, in the order of the columns. */
  cells: z.array(JournalCell),
  /** One for each quiz, in the order of their columns. */
  quizzes: z.array(JournalQuizCell),
  /** Weighted share of the points so far, 0 to 100; null when nothing counts yet. See `averageOf`. */
  average: z.number().nullable(),
  /** One for each period, in their order. */
  totals: z.array(JournalTotal),
})
export type JournalRow = z.infer<typeof JournalRow>

export const Journal = z.object({
  course: z.object({ id: Id, name: z.string() }),
  /** How its marks are shown and typed; scores are points whatever it is. */
  grading: GradingInfo,
  assignments: z.array(JournalAssignment),
  /** The quizzes whose results count, in the order of the lessons. */
  quizzes: z.array(JournalQuiz),
  /** The periods of the school that the course is in, by their days; a year comes after its terms. */
  periods: z.array(JournalPeriod),
  rows: z.array(JournalRow),
})
export type Journal = z.infer<typeof Journal>

/** A class, and which students of a journal are in it. */
export const JournalCohort = z.object({ id: Id, name: z.string(), student_ids: z.array(Id) })
export type JournalCohort = z.infer<typeof JournalCohort>

/**
 * The place of a change among those of one open page, which sends them one after another: 409 for one that arrives after
 * a later one.
 */
export const ChangeOrder = z.object({
  /** Drawn at random by the page. */
  page: z.string().regex(/^[0-9a-f]{32}$/, 'Страница: 32 шестнадцатеричные цифры'),
  number: Id,
})
export type ChangeOrder = z.output<typeof ChangeOrder>

/** What a change of a journal may carry. */
export const ordered = { order: ChangeOrder.optional() }

/** A score set by hand. */
export const ScoreChange = z.object({
  ...ordered,
  /** Null clears it. */
  score: Score.nullable(),
  reason: plainText(500).optional(),
  /** The score that the change is based on: 409 when it is another one by now. */
  expected: z.number().nullable().optional(),
})

/** How many cells of the journal one call changes at most. */
const maxCells = 500

/** What changes in a cell; what is left out stays. */
export const CellChange = z.object({
  assignment_id: Id,
  student_id: Id,
  score: Score.nullable().optional(),
  absent: z.boolean().optional(),
  /** True excuses from the task, with the comment as the reason; curators only. An excuse is not taken back. */
  excused: z.boolean().optional(),
  comment: plainText(500).optional(),
  /** The score that the change is based on, null for none: 409 when it is another one by now. */
  expected: z.number().nullable().optional(),
  /** The same of the comment, empty for none. */
  expected_comment: z.string().optional(),
  /** The same of the absence. */
  expected_absent: z.boolean().optional(),
})
export type CellChange = z.output<typeof CellChange>

export const CellChanges = z.object({
  ...ordered,
  cells: z.array(CellChange).min(1).max(maxCells, `Не больше ${maxCells} клеток за один раз`),
})

/** A cell with its student, outside of a row. */
export const StudentCell = JournalCell.extend({ student_id: Id })
export type StudentCell = z.infer<typeof StudentCell>

/** A past change of a score. */
export const ScoreRecord = z.object({
  user: Person,
  from: z.number().nullable(),
  to: z.number().nullable(),
  reason: z.string(),
  created_at: Moment,
})
export type ScoreRecord = z.infer<typeof ScoreRecord>

const ColumnPoints = z.number('Введите число').gt(0, 'Больше нуля').max(maxScore, `Не больше ${maxScore}`).nullable()

/** Max number of columns without a hand-in, of a course. */
export const maxColumns = 300

/**
 * A column for what is not handed in: an answer in a lesson, a test on paper. Its cells are set like those of
 * assignments.
 */
export const ColumnCreate = z.object({
  name: line(200),
  /** The day it is about. */
  held_on: DayInput,
  /** The max of its scores; null for none. */
  max_score: ColumnPoints.optional(),
})
export const ColumnChange = ColumnCreate.partial()

const WeightChange = z.object({
  assignment_id: Id,
  weight: Weight,
  /** The weight that the change is based on: 409 when it is another one by now. */
  expected: z.number().optional(),
})
export type WeightChange = z.output<typeof WeightChange>

export const Weights = z.object({
  ...ordered,
  weights: z.array(WeightChange).min(1).max(500),
})

/** The export formats of the journal. */
export const journalFileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const JournalExport = z.object({
  format: z.enum(['csv', 'xlsx'], 'Выберите формат: csv или xlsx'),
  time_zone: TimeZone,
  /** Only the students of this class. */
  cohort_id: QueryId,
  /** Only the columns of this period, with its totals and those of terms within it. */
  period_id: QueryId,
})
