import { z } from 'zod'
import { formulasFault } from '#contract/content/formula-limits.ts'
import { storable, storableLine, storableLines } from '#contract/http/storable.ts'

/** Max value of PostgreSQL's `integer`, the type of every id. */
const maxInteger = 2_147_483_647

/** A whole number from 1 in an address, in plain digits: `1e3` and `0x1` are invalid. */
const addressNumber = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (/^\d{1,10}$/.test(value) ? Number(value) : Number.NaN) : value),
    z.number().int().min(1).max(max),
  )

/** An id of a row. */
export const Id = z.number().int().min(1).max(maxInteger)

/** An id in an address. */
export const AddressId = addressNumber(maxInteger)

/** The `{id}` of a path. */
export const IdParams = z.object({ id: AddressId })

/** One required line: a name, a title. */
export const line = (max: number) =>
  z
    .string()
    .transform(storableLine)
    .pipe(z.string().min(1, { error: 'Заполните это поле', abort: true }).max(max, `Не длиннее ${max} знаков`))

/** Plain text of several lines that may be empty; invisible characters alone count as empty. */
export const plainText = (max: number) =>
  z
    .string()
    .transform(storableLines)
    .pipe(z.string().max(max, `Не длиннее ${max} знаков`))

/** Required plain text: a comment, a reason. */
export const requiredText = (max: number) =>
  z
    .string()
    .transform(storableLines)
    .pipe(z.string().min(1, 'Напишите хотя бы пару слов').max(max, `Не длиннее ${max} знаков`))

/**
 * HTML of the editor, with its max length in characters; cleaned by the server before it is kept. Refuses formulas that
 * must not be drawn.
 */
export const RichText = z
  .string()
  .max(200_000, 'Текст слишком длинный: не больше 200 000 знаков')
  .transform(storable)
  .superRefine((html, context) => {
    const fault = formulasFault(html)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

/** Whether a value consists of more than `max` values, at any depth. */
const hasMore = (value: unknown, max: number) => {
  const open = [value]
  for (let count = 1; open.length > 0; ) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    count += inner.length
    if (count > max) return true
    for (const one of inner) open.push(one)
  }
  return false
}

/** Refuses what consists of more than `max` values before it looks at any: each that is invalid costs microseconds. */
export const few = <Schema extends z.ZodType>(schema: Schema, max: number, sentence: string) =>
  z.preprocess((value, context) => {
    if (hasMore(value, max)) context.addIssue({ code: 'custom', message: sentence, input: undefined })
    return value
  }, schema)

/** A day chosen by a person, ISO 8601; the database knows no year 0. */
export const DayInput = z.iso.date('Проверьте дату').refine((day) => day >= '0001', 'Проверьте дату')

/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime()

/** A moment chosen by a person, with any offset; kept in UTC. */
export const MomentInput = z.iso
  .datetime({ offset: true })
  .transform((moment) => new Date(moment).toISOString())
  .refine((moment) => moment >= '1970' && moment < '2200', 'Проверьте дату')

/** The number of a page, from 1. */
export const Page = addressNumber(1_000_000).default(1)

/** Text of a search. */
export const Search = z.string().max(200).transform(storable).optional()

/** An id in a query string. */
export const QueryId = AddressId.optional()

/** The page fields of a list that can grow. */
export const paged = { page: z.number().int(), pages: z.number().int(), total: z.number().int() }

/** How many pages `total` rows make; an empty list has one. */
export const pageCount = (total: number, size: number) => Math.max(1, Math.ceil(total / size))
