import { z } from 'zod'
import { minuteMs } from '#contract/durations.ts'
import { Id, Moment, MomentInput, plainText, requiredText } from '#contract/http/fields.ts'
import { Score } from '#contract/lessons/assignment.schema.ts'
import { Anchor } from '#contract/reviews/anchor.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Something to fix. It keeps its id over the attempts, until a review ticks it off. */
export const Remark = z.object({
  id: Id,
  text: z.string(),
  /** Ticked off by this review. */
  done: z.boolean(),
  /** The place in the attempt it was first made on. */
  anchor: Anchor.nullable(),
  /** The attempt it was first made on. */
  attempt: z.number().int(),
  /** The student marked it as fixed. */
  fixed: z.boolean(),
  /** The student's answer to it. */
  answer: z.string(),
})
export type Remark = z.infer<typeof Remark>

export const CriterionLevel = z.enum(['met', 'partly', 'not'], 'Отметьте критерий')
export type CriterionLevel = z.infer<typeof CriterionLevel>

/** The share of a criterion's points for each level. */
export const levelShare: Record<CriterionLevel, number> = { met: 1, partly: 0.5, not: 0 }

/** A judged criterion, with its text at that time, so that later changes of the assignment do not affect it. */
export const CriterionResult = z.object({
  criterion_id: Id,
  name: z.string(),
  description: z.string().optional(),
  /** The max points, and those it got; null without points. */
  points: z.number().nullable(),
  earned: z.number().nullable(),
  level: CriterionLevel,
  note: z.string(),
})
export type CriterionResult = z.infer<typeof CriterionResult>

/** The sum of the criteria, rounded to hundredths; null when none of them has points. */
export const earnedPoints = (results: Pick<CriterionResult, 'earned'>[]): number | null =>
  results.some(({ earned }) => earned !== null)
    ? Math.round(100 * results.reduce((sum, { earned }) => sum + (earned ?? 0), 0)) / 100
    : null

/** How long a verdict can be taken back, and its effects wait, in milliseconds. */
export const undoTimeMs = 10_000

export const Review = z.object({
  verdict: z.enum(['accepted', 'returned']),
  comment: z.string(),
  score: z.number().nullable(),
  /** The score in the scale of the course; absent in points. */
  mark: z.string().optional(),
  remarks: z.array(Remark),
  criteria: z.array(CriterionResult),
  user: Person,
  created_at: Moment,
  /** Until when the reader may take it back; null for everybody but its reviewer, and after that time. */
  undo_until: Moment.nullable(),
})
export type Review = z.infer<typeof Review>

/** Who has a task open for review, since when, and until when others are asked to leave it alone. */
export const Lease = z.object({
  user: z.object({ id: Id, name: z.string(), surname: z.string() }),
  since: Moment,
  expires_at: Moment,
})
export type Lease = z.infer<typeof Lease>

/** How long a lease lasts, in milliseconds. */
export const leaseTimeMs = 20 * minuteMs

/** Max length of a remark, in characters. */
export const maxRemarkLength = 2000

/**
 * A remark of a verdict: one without an id is new, one with an id continues from earlier attempts and keeps its text
 * and place.
 */
const RemarkInput = z.object({
  id: Id.optional(),
  text: requiredText(maxRemarkLength),
  done: z.boolean().optional(),
  anchor: Anchor.nullish(),
})

export const Verdict = z.object({
  attempt: z.number().int(),
  verdict: z.enum(['accepted', 'returned'], 'Выберите решение'),
  comment: plainText(20_000).optional(),
  /** By default an accepted task gets the sum of its criteria. */
  score: Score.nullish(),
  /** By default a task that is returned again keeps its open ones. */
  remarks: z.array(RemarkInput).max(100, 'Не больше 100 замечаний').optional(),
  criteria: z
    .array(
      z.object({
        criterion_id: Id,
        level: CriterionLevel,
        note: plainText(2000).optional(),
        /** The max points it was judged by; a verdict by others than the current ones is refused. */
        points: z.number().nullish(),
      }),
    )
    .max(50)
    .optional(),
  review_revision: z.number().int().optional(),
})
export type Verdict = z.output<typeof Verdict>

export const Reason = z.object({ reason: requiredText(2000) })

/** A student's change of a remark on a returned task. */
export const RemarkChange = z.object({ fixed: z.boolean(), answer: plainText(2000) }).partial()

/** Max tasks of one act on many. */
export const maxBulk = 100

const BulkTask = z.object({
  id: Id,
  /** The shown version: a task that has changed since is refused. */
  attempt: z.number().int().nullish(),
  review_revision: z.number().int().optional(),
})

/** One act on a selection of tasks. */
export const BulkAct = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), comment: plainText(20_000).optional() }),
  z.object({ action: z.literal('return'), comment: requiredText(20_000) }),
  z.object({ action: z.literal('extend'), until: MomentInput }),
  z.object({ action: z.literal('remind'), text: plainText(2000).optional() }),
])
export type BulkAct = z.output<typeof BulkAct>

export const Bulk = z.object({
  act: BulkAct,
  tasks: z.array(BulkTask).min(1, 'Выберите хотя бы одну работу').max(maxBulk, `Не больше ${maxBulk} работ за раз`),
})

/** The load of a teacher, for sharing out tasks. */
export const ReviewerLoad = z.object({
  user: Person,
  /** Assigned to them and waiting. */
  waiting: z.number().int(),
  /** When the oldest of these was handed in. */
  oldest_at: Moment.nullable(),
  /** Verdicts of the last seven days. */
  reviewed: z.number().int(),
})
export type ReviewerLoad = z.infer<typeof ReviewerLoad>
