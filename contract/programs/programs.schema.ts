import { z } from 'zod'
import { Admission, Cover } from '#contract/courses/courses.schema.ts'
import { Id } from '#contract/http/fields.ts'
import { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { Person } from '#contract/users/users.schema.ts'

/** A course in a public list of courses. */
export const ProgramCard = z.object({
  id: Id,
  name: z.string(),
  summary: z.string(),
  cover: Cover,
  lesson_count: z.number().int(),
  teachers: z.array(Person),
  ...Admission.pick({ enrolling: true, starts_on: true, price: true, form: true, duration: true }).shape,
  /** Free places; null without a limit. */
  seats_left: z.number().int().nullable(),
})
export type ProgramCard = z.infer<typeof ProgramCard>

/** The announcement of a course, as everybody reads it. */
export const Program = z.object({
  ...ProgramCard.shape,
  ...Admission.pick({ level: true, seats: true }).shape,
  announcement: z.string(),
  /** The names of its open lessons; those outside sections come first, with the name null. */
  plan: z.array(z.object({ name: z.string().nullable(), lessons: z.array(z.string()) })),
  /** The contacts of the school. */
  school: SchoolSettings.pick({ name: true, email: true, phone: true, enrol_words: true, age_mark: true }),
})
export type Program = z.infer<typeof Program>
