import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/** Max versions that are kept of a lesson: the newest ones. */
export const maxVersions = 100

/** A lesson as it was saved once; `user` is null for what was there before versions were kept. */
export const LessonVersion = z.object({ id: Id, user: Person.nullable(), created_at: Moment })
export type LessonVersion = z.infer<typeof LessonVersion>

/** The texts of a version; `assignment_text` is null when the lesson had no assignment. */
export const LessonVersionTexts = LessonVersion.extend({
  name: z.string(),
  content: z.string(),
  assignment_text: z.string().nullable(),
})
export type LessonVersionTexts = z.infer<typeof LessonVersionTexts>
