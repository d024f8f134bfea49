import { z } from 'zod'
import { FileId, StoredFile } from '#contract/files/files.schema.ts'
import { Id, Moment, MomentInput, plainText } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/**
 * `note` is what only staff see; `assigned` and `taken-over` are for staff, too. The text of `assigned` names whom a work
 * was given to (nobody when it is empty), that of `taken-over` who had it open before.
 */
export const ThreadKind = z.enum([
  'comment',
  'note',
  'submitted',
  'withdrawn',
  'accepted',
  'returned',
  'reopened',
  'excused',
  'extension-asked',
  'extended',
  'extension-refused',
  'joined',
  'left',
  'assigned',
  'taken-over',
  'scored',
])
export type ThreadKind = z.infer<typeof ThreadKind>

/** A line of a task's one thread: what somebody wrote, or what happened. */
export const ThreadEntry = z.object({
  id: Id,
  kind: ThreadKind,
  text: z.string(),
  attempt: z.number().int().nullable(),
  /** Voice notes and what else was attached. */
  files: z.array(StoredFile),
  /** The moment that was asked for or granted. */
  until: Moment.nullable(),
  user: Person,
  created_at: Moment,
})
export type ThreadEntry = z.infer<typeof ThreadEntry>

/** A line somebody writes: words, a voice note or both; `note` keeps it among staff. */
export const CommentInput = z
  .object({
    text: plainText(5000).default(''),
    file_ids: z.array(FileId).max(5, 'Не больше 5 файлов').default([]),
    note: z.boolean().default(false),
  })
  .refine(({ text, file_ids }) => text !== '' || file_ids.length > 0, {
    path: ['text'],
    message: 'Напишите хотя бы пару слов',
  })

/** More time that a student asks for. */
export const ExtensionRequest = z.object({ until: MomentInput, text: plainText(2000).optional() })

/** More time that staff grant; null takes it back. */
export const Extension = z.object({ until: MomentInput.nullable() })
