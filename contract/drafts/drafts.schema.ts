import { z } from 'zod'
import { Moment } from '#contract/http/fields.ts'

/** What the draft is for: words and ids between colons, such as `lesson:12` or `project:new`. */
export const DraftKey = z.string().regex(/^[a-z-]{1,30}(:[a-z0-9-]{1,30}){1,3}$/)

/** Max open drafts of a person. */
export const maxDrafts = 300

/** Max depth of nested lists: code that reads a value may recurse into it. */
const maxDepth = 200

const isShallow = (value: unknown) => {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return true
}

const maxLength = 500_000

/** Nothing is written of undefined, which is no JSON either. */
const isShort = (value: unknown) => (JSON.stringify(value) ?? '').length <= maxLength

/** The whole content of a form; max 500 000 characters of JSON, counted before the costly look at each value. */
const DraftValue = z
  .unknown()
  .refine(isShallow, { error: 'Черновик слишком сложный: уберите вложенные списки.', abort: true })
  .refine(isShort, { error: 'Черновик слишком большой: сократите текст.', abort: true })
  .pipe(z.json())

/** A person's own draft. `value` is null when there is none: never begun, or ended. */
export const KeptDraft = z.object({
  value: z.json().nullable(),
  /** Rises with every change and never goes back, even when the draft has ended. */
  revision: z.number().int(),
  saved_at: Moment.nullable(),
})
export type KeptDraft = z.infer<typeof KeptDraft>

/** `revision` is the one that the change is based on. */
export const KeptDraftChange = z.object({
  value: DraftValue.nullable(),
  revision: z.number().int().min(0).max(2_147_483_647),
})
export type KeptDraftChange = z.output<typeof KeptDraftChange>
