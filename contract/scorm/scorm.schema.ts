import { z } from 'zod'
import { Id, line } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/** The editions of SCORM (ADL) whose packages run here. */
export const scormVersions = ['1.2', '2004'] as const
export type ScormVersion = (typeof scormVersions)[number]

/** Max size of what a package remembers of one part for one student, in characters: SCORM 2004 asks for 64,000. */
export const maxScormData = 200_000

/** Why a report with more is refused. */
export const scormDataText = 'Пакет просит запомнить слишком много. Сообщите преподавателю.'

/** The same of all parts of a lesson together, which are read at once. */
export const maxScormDataOfLesson = 4_000_000

/** How far a student is with a part of a package. */
export const ScormState = z.object({
  completed: z.boolean(),
  /** Null while the package has not said. */
  passed: z.boolean().nullable(),
  /** In percent, from 0 to 100. */
  score: z.number().nullable(),
  updated_at: z.iso.datetime(),
})
export type ScormState = z.output<typeof ScormState>

/** A part of a package that is opened by itself. */
export const ScormItem = z.object({
  id: z.string(),
  title: z.string(),
  /** Whether it reports how far its reader is; one that does not is completed once it has been opened. */
  reports: z.boolean(),
  /** A signed address, valid for some hours; it runs only in a sandbox. */
  url: z.string(),
  /** The reader's own; null before the first report. */
  state: ScormState.nullable(),
  /** What the package has asked to remember, as JSON; null for staff and before the first report. */
  data: z.string().nullable(),
})
export type ScormItem = z.output<typeof ScormItem>

export const ScormPackage = z.object({
  id: Id,
  title: z.string(),
  version: z.enum(scormVersions),
  items: z.array(ScormItem),
})
export type ScormPackage = z.output<typeof ScormPackage>

/** What a package reports of a part. */
export const ScormReport = z.object({
  item: line(200),
  completed: z.boolean(),
  passed: z.boolean().nullable(),
  score: z.number().min(0).max(100).nullable(),
  data: z
    .string()
    .max(maxScormData, scormDataText)
    .transform((text) => text.toWellFormed().replaceAll('\u0000', '')),
})
export type ScormReport = z.output<typeof ScormReport>

/** A student's result in a part of a package. */
export const ScormResult = ScormState.extend({ user: Person, item: z.string() })
