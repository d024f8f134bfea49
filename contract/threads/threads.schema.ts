import { z } from 'zod'
import { FileId, StoredFile } from '#contract/files/files.schema.ts'
import { Id, Moment, MomentInput, plainText } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

/**
 * Only staff see `note`, `assigned` and `taken-over`. The text of `assigned` is the name of the reviewer (empty for
 * nobody), that of `taken-over` is the previous holder of the lease.
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

/** An entry of a task's one thread: a comment, or an event. */
export const ThreadEntry = z.object({
  id: Id,
  kind: ThreadKind,
  text: z.string(),
  attempt: z.number().int().nullable(),
  /** Voice notes and other attachments. */
  files: z.array(StoredFile),
  /** The requested or granted moment. */
  until: Moment.nullable(),
  user: Person,
  created_at: Moment,
})
export type ThreadEntry = z.infer<typeof ThreadEntry>

/** A comment: text, a voice note or both; `note` is shown to staff only. */
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

/** A student's request for more time. */
export const ExtensionRequest = z.object({ until: MomentInput, text: plainText(2000).optional() })

/** An extension by staff; null removes it. */
export const Extension = z.object({ until: MomentInput.nullable() })
