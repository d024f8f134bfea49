import { z } from 'zod'

/** Largest value of PostgreSQL's `integer`, the type of every id. */
const maxInteger = 2_147_483_647

/** PostgreSQL cannot store U+0000 in text. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '')

/** An id of a row. */
export const Id = z.number().int().min(1).max(maxInteger)

/** The `{id}` of a path. */
export const IdParams = z.object({ id: z.coerce.number().int().min(1).max(maxInteger) })

/** One line that must be filled: a name, a title. */
export const line = (max: number) =>
  z
    .string()
    .transform((text) => withoutNul(text).replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, 'Заполните это поле').max(max, `Не длиннее ${max} знаков`))

/** Plain text of several lines that may be empty. */
export const plainText = (max: number) =>
  z
    .string()
    .transform((text) => withoutNul(text).trim())
    .pipe(z.string().max(max, `Не длиннее ${max} знаков`))

/** Plain text that must say something: a comment, a reason. */
export const words = (max: number) =>
  z
    .string()
    .transform((text) => withoutNul(text).trim())
    .pipe(z.string().min(1, 'Напишите хотя бы пару слов').max(max, `Не длиннее ${max} знаков`))

/** HTML of the editor, in characters; cleaned by the server before it is kept. */
export const RichText = z.string().max(200_000, 'Текст слишком длинный: не больше 200 000 знаков').transform(withoutNul)

/** A moment, ISO 8601 in UTC. */
export const Moment = z.iso.datetime()

/** A moment that a person chose, with any offset; kept in UTC. */
export const MomentInput = z.iso.datetime({ offset: true }).transform((moment) => new Date(moment).toISOString())

/** The number of a page, from 1. */
export const Page = z.coerce.number().int().min(1).max(1_000_000).default(1)

/** Words to look for. */
export const Search = z.string().max(200).transform(withoutNul).optional()

/** An id in a query string. */
export const QueryId = z.coerce.number().int().min(1).max(maxInteger).optional()

/** How a list that can grow says where it is. */
export const paged = { page: z.number().int(), pages: z.number().int(), total: z.number().int() }

/** How many pages `total` rows make; an empty list has one. */
export const pageCount = (total: number, size: number) => Math.max(1, Math.ceil(total / size))
