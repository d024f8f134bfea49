import { z } from 'zod'
import { few, Moment } from '#contract/http/fields.ts'

/** What the draft is for: words and ids between colons, such as `lesson:12` or `project:new`. */
export const DraftKey = z.string().regex(/^[a-z-]{1,30}(:[a-z0-9-]{1,30}){1,3}$/)

/** Max open drafts of a person. */
export const maxDrafts = 300

/** Max depth of nested lists: code that reads a value may recurse into it. */
const maxDepth = 200

const tooComplex = 'Черновик слишком сложный: уберите вложенные списки.'

const isShallow = (value: unknown) => {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return true
}

/** Max number of values at any depth, some ten times what our largest form has. */
const maxValues = 100_000

const maxLength = 500_000

const isShort = (value: unknown) => JSON.stringify(value).length <= maxLength

type Json = z.core.util.JSONType

/** Any value: the content of a JSON body is JSON, and to check each value would only take time. */
const Json: z.ZodType<Json> = z.any()

/** The whole content of a form; max 500 000 characters of JSON. */
const DraftValue = few(
  z
    .unknown()
    .refine((value): boolean => value !== undefined, { abort: true })
    .refine(isShallow, { error: tooComplex, abort: true })
    .refine(isShort, { error: 'Черновик слишком большой: сократите текст.', abort: true })
    .pipe(Json),
  maxValues,
  tooComplex,
)

/** A person's own draft. `value` is null when there is none: never begun, or ended. */
export const KeptDraft = z.object({
  value: Json.nullable(),
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
