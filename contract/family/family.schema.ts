import { z } from 'zod'
import { Id, Moment, plainText } from '#contract/http/fields.ts'
import { JournalQuiz } from '#contract/journal/journal.schema.ts'
import { NamedTaskStatus } from '#contract/tasks/task-status.schema.ts'
import { Email } from '#contract/users/email.ts'

/**
 * What a lesson asks of a child, a column without a hand-in of the journal, or a quiz whose results count, with its
 * state.
 */
export const FamilyTask = z.object({
  /** The id of the journal's column; quizzes and tools have ids of their own. */
  id: Id,
  lesson: z.string(),
  /** A quiz of the lesson, or a tool of another site, with the best result; null for everything else. */
  quiz: JournalQuiz.pick({ kind: true, title: true }).nullable(),
  /** The day of a column without a hand-in: an answer in a lesson, a test on paper; null for an assignment. */
  held_on: z.string().nullable(),
  /** Null until the child begins. */
  status: NamedTaskStatus.nullable(),
  /** With the child's own extension. */
  due_at: Moment.nullable(),
  /** Neither handed in by the due date, nor marked without a hand-in, nor excused by an absence. */
  overdue: z.boolean(),
  submitted_at: Moment.nullable(),
  score: z.number().nullable(),
  max_score: z.number().nullable(),
  /** The score as the course shows it, «4» or «зачёт»; null without one, and in points. */
  mark: z.string().nullable(),
  /** The verdict in force: when it was given, which it is, and the teacher's comment; null before the first. */
  verdict: z.object({ at: Moment, outcome: z.enum(['accepted', 'returned']), comment: z.string() }).nullable(),
  /** «н» in the journal. */
  absent: z.boolean(),
  /** What staff noted in the journal for the child to read. */
  note: z.string(),
  /** When the absence, the note or the mark without a hand-in was last changed, or the quiz was answered. */
  noted_at: Moment.nullable(),
})
export type FamilyTask = z.infer<typeof FamilyTask>

const FamilyCourse = z.object({
  id: Id,
  name: z.string(),
  /** In the order of the lessons. */
  tasks: z.array(FamilyTask),
  /** The totals that were set, as the course shows marks. */
  totals: z.array(z.object({ period: z.string(), mark: z.string(), closed: z.boolean() })),
})

export const FamilyChild = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  /** The names of their classes. */
  classes: z.array(z.string()),
  courses: z.array(FamilyCourse),
  /** What was agreed to for the child, or by the child; newest first. */
  consents: z.array(z.object({ title: z.string(), given_at: Moment, withdrawn_at: Moment.nullable() })),
})
export type FamilyChild = z.infer<typeof FamilyChild>

/** How somebody's studies go, for the staff who give a statement of marks. */
export const Studies = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  patronymic: z.string(),
  classes: z.array(z.object({ id: Id, name: z.string() })),
  /** The published courses that they take. */
  courses: z.array(FamilyCourse),
})
export type Studies = z.infer<typeof Studies>

/** A parent's page: all children of the school that it was sent for. */
export const Family = z.object({
  /** Whether a letter with the news is sent every week. */
  weekly: z.boolean(),
  children: z.array(FamilyChild),
})
export type Family = z.infer<typeof Family>

/** How many parents a child may have here. */
export const maxParents = 6

/** A parent as the school knows them: the name may be empty, the address unknown. */
export const Parent = z.object({ name: z.string(), email: z.string().nullable() })
export type Parent = z.infer<typeof Parent>

export const ParentsChange = z.object({
  parents: z
    .array(
      z.object({
        name: plainText(100),
        email: z.preprocess((value) => (value === '' ? null : value), Email.nullable()),
      }),
    )
    .max(maxParents, `Не больше ${maxParents} родителей`)
    .superRefine((parents, context) => {
      const seen = new Set<string>()
      parents.forEach(({ name, email }, index) => {
        if (name === '' && email === null)
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'Впишите имя или почту' })
        if (email !== null && seen.has(email))
          context.addIssue({ code: 'custom', path: [index, 'email'], message: 'Эта почта уже есть выше' })
        if (email !== null) seen.add(email)
      })
    }),
})
