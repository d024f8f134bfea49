import { z } from 'zod'
import { Id, line, Moment, MomentInput, plainText, RichText } from '#contract/http/fields.ts'
import { maxScore, maxWeight } from '#contract/lessons/max-score.ts'

/** A criterion of a review; `points` when the assignment is marked. Its id is unique within the assignment. */
export const Criterion = z.object({
  id: Id,
  name: z.string(),
  description: z.string().optional(),
  points: z.number().optional(),
})
export type Criterion = z.infer<typeof Criterion>

/** A criterion as input; one without an id is new. */
export const CriterionInput = z.object({
  id: Id.optional(),
  name: line(200),
  description: plainText(1000).optional(),
  points: z.number().min(0, 'Не меньше нуля').max(maxScore, `Не больше ${maxScore}`).optional(),
})

/** How a task may be handed in. */
export const HandInKind = z.enum(['text', 'files', 'link'], 'Выберите, как сдавать работу')
export type HandInKind = z.infer<typeof HandInKind>

/** The defaults of an assignment. */
export const assignmentDefaults = {
  kinds: ['text', 'files'] as HandInKind[],
  team_size: 1,
  weight: 1,
}

/** Max students in a team. */
const maxTeamSize = 20

const rules = {
  /** Soft: a task may be handed in later and is marked as late. */
  due_at: Moment.nullable(),
  /** Hard: nothing can be handed in after it, except extended tasks. */
  closes_at: Moment.nullable(),
  criteria: z.array(Criterion),
  kinds: z.array(HandInKind),
  /** Allowed types of files in the format of the file check (specification §5); when empty, every type. */
  file_types: z.array(z.string()),
  /** Max file size in bytes; null when only the site's limit applies. */
  max_file_size: z.number().int().nullable(),
  /** How many students may share one task. */
  team_size: z.number().int(),
  /** The reviewers that tasks are assigned to; empty for every teacher of the course. */
  reviewer_ids: z.array(Id),
  /** Its weight in the average of the journal. */
  weight: z.number(),
}

/** The rules of an assignment, without its text. */
export const AssignmentRules = z.object({ id: Id, ...rules })
export type AssignmentRules = z.infer<typeof AssignmentRules>

/** The assignment of a lesson. */
export const Assignment = AssignmentRules.extend({ text: z.string() })
export type Assignment = z.infer<typeof Assignment>

/** A type of files: an extension, an exact type or a wildcard type. */
const FileType = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^(\.?[\p{L}\p{N}][\p{L}\p{N}.+-]{0,19}|[\w.+-]{1,60}\/([\w.+-]{1,100}|\*))$/u,
    'Напишите расширение, например .pdf, или тип, например image/*',
  )

/** A score as people set it. */
export const Score = z.number('Введите число').min(0, 'Не меньше нуля').max(maxScore, `Не больше ${maxScore}`)

export const Weight = z.number('Введите число').min(0, 'Не меньше нуля').max(maxWeight, `Не больше ${maxWeight}`)

export const AssignmentInput = z.object({
  text: RichText,
  due_at: MomentInput.nullish(),
  closes_at: MomentInput.nullish(),
  criteria: z.array(CriterionInput).max(50).optional(),
  kinds: z.array(HandInKind).min(1, 'Выберите хотя бы один способ').max(3).optional(),
  file_types: z.array(FileType).max(30, 'Не больше 30 типов').optional(),
  max_file_size: z
    .number()
    .int()
    .min(1, 'Больше нуля')
    .max(100 * 2 ** 30)
    .nullish(),
  team_size: z.number().int().min(1, 'Не меньше одного').max(maxTeamSize, `Не больше ${maxTeamSize}`).optional(),
  reviewer_ids: z.array(Id).max(100).optional(),
  weight: Weight.optional(),
})
