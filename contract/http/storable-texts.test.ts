import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/api.ts'

/** Texts of each form that schemas ask for, with what PostgreSQL does not store: U+0000, and half a surrogate pair. */
const forms = ['слово', 'https://push.example/one', 'a@school.example', '2026-01-01', '5', 'lesson:1', '#abcdef']
const hostile = forms.flatMap((text) => ['\u0000', '\ud83d'].flatMap((sign) => [sign + text, text + sign]))

/** Places of texts that are stored nowhere as they are. */
const unstored = [
  // hashed, or compared with what was hashed
  /\.(password|current_password|token|code)$/,
  // compared with what the server has
  /\.(edition|expected|expected_comment|mark|key)$|\.expected\[\]\.name$/,
  // read and checked by the library of the provider, or as requests of OAuth
  /^POST \/api\/auth\/provider\/answer body\.query$/,
  /^(GET|POST) \/api\/lti\/(authorize|token|courses\/\{id\}\/lineitems) /,
  // filtered to the known ones
  /^GET \/api\/search query\.kinds(\[\])?$/,
  // compared with the names of pages, blocks and fields
  /^PUT \/api\/organisation\/pages\/\{number\}\/draft body\.content\.blocks({}|{}\.rows\[\]\.values{}) keys$/,
]

/** Whether a schema reads a text, whatever it makes of it. */
const readsText = (schema: z.core.$ZodType): boolean => {
  const { def } = schema._zod as { def: { innerType?: z.core.$ZodType } }
  if (schema instanceof z.core.$ZodPipe) return readsText(schema._zod.def.in)
  return schema instanceof z.core.$ZodString || (def.innerType !== undefined && readsText(def.innerType))
}

const letsThrough = (schema: z.core.$ZodType) =>
  hostile.some((text) => {
    const { data } = z.safeParse(schema, text)
    return typeof data === 'string' && (data.includes('\u0000') || !data.isWellFormed())
  })

/** The places of a schema that let such a text through. */
const gaps = (schema: z.core.$ZodType, path: string): string[] => {
  if (readsText(schema)) return letsThrough(schema) ? [path] : []
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([name, field]) => gaps(field, `${path}.${name}`))
  if (schema instanceof z.core.$ZodArray) return gaps(schema._zod.def.element, `${path}[]`)
  if (schema instanceof z.core.$ZodRecord)
    return [...gaps(schema._zod.def.keyType, `${path}{} keys`), ...gaps(schema._zod.def.valueType, `${path}{}`)]
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((option) => gaps(option, path))
  if (schema instanceof z.core.$ZodPipe)
    return [schema._zod.def.in, schema._zod.def.out].flatMap((end) => gaps(end, path))
  const { def } = schema._zod as { def: { innerType?: z.core.$ZodType } }
  return def.innerType ? gaps(def.innerType, path) : []
}

it('texts that a call brings can be stored', () => {
  const found = endpoints.flatMap(({ method, path, query, body }) =>
    Object.entries({ query, body }).flatMap(([part, schema]) =>
      schema ? gaps(schema as z.core.$ZodType, `${method} ${path} ${part}`) : [],
    ),
  )
  expect(found.filter((place) => !unstored.some((pattern) => pattern.test(place)))).toEqual([])
  // each exception is still one
  expect(unstored.filter((pattern) => !found.some((place) => pattern.test(place)))).toEqual([])
})
