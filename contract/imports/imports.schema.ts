import { z } from 'zod'
import { Id, Moment } from '#contract/http/fields.ts'

/** What can be imported. */
export const ImportKind = z.enum(['archive', 'moodle', 'docx', 'markdown', 'scorm'], 'Выберите, что за файл')
export type ImportKind = z.infer<typeof ImportKind>

/** The id of an uploaded file. */
const FileId = z.string().regex(/^[0-9a-f]{32}$/, 'Загрузите файл')

/** Without `course_id` a draft course is made; with it, lessons are added to the end of that course. */
export const ImportCreate = z.object({ kind: ImportKind, file_id: FileId, course_id: Id.nullish() })
export type ImportCreate = z.output<typeof ImportCreate>

export const ImportStatus = z.enum(['running', 'done', 'failed'])
export type ImportStatus = z.infer<typeof ImportStatus>

export const Import = z.object({
  id: Id,
  status: ImportStatus,
  kind: ImportKind,
  /** The file that it reads, as long as it is stored: for the person who began the import. */
  file: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Files and lessons that are stored, of `total`; 0 of 0 while the file is being read. */
  done: z.number().int(),
  total: z.number().int(),
  /** Sentences about what could not be taken, or why the import failed. */
  warnings: z.array(z.string()),
  /** Whether it failed for a reason that is not in the file: the same one may succeed at another try. */
  repeatable: z.boolean(),
  course_id: Id.nullable(),
  /** Whether it made its course. */
  makes_course: z.boolean(),
  /** Whether it has ended and can be undone: nothing that it made is in use or was changed. Notes may still prevent it. */
  undoable: z.boolean(),
  created_at: Moment,
  /** The lessons it made, in order. */
  lesson_ids: z.array(Id),
})
export type Import = z.infer<typeof Import>
