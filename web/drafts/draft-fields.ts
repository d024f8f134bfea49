import { plainText } from '#web/drafts/same-text.ts'

/** A field of what is drafted: what it is called, and how it is compared and shown beside another version of it. */
export interface DraftField<T> {
  label: string
  /** HTML of the editor. */
  rich?: true
  /** What counts of the value; all of it unless said. */
  of?: (value: T) => unknown
  /** The value as text. */
  show?: (value: T) => string
}

/** Every field of what is drafted, none left out: what is not compared could be lost. */
export type DraftFields<V> = {
  [K in keyof V]-?: V[K] extends readonly unknown[]
    ? DraftField<V[K]>
    : V[K] extends object
      ? DraftField<V[K]> | DraftFields<V[K]>
      : DraftField<V[K]>
}

interface AnyFields {
  [name: string]: DraftField<unknown> | AnyFields
}

const isField = (field: DraftField<unknown> | AnyFields): field is DraftField<unknown> =>
  typeof field.label === 'string'

/** The fields in order, each with its value in every version. */
const leaves = (fields: AnyFields, versions: Record<string, unknown>[]): [DraftField<unknown>, unknown[]][] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const values = versions.map((version) => version[name])
    return isField(field) ? [[field, values] as const] : leaves(field, values as Record<string, unknown>[])
  }) as [DraftField<unknown>, unknown[]][]

const leavesOf = <V>(fields: DraftFields<V>, versions: V[]) =>
  leaves(fields as AnyFields, versions as Record<string, unknown>[])

const countOf = ({ rich, of }: DraftField<unknown>, value: unknown) =>
  rich ? plainText(value as string) : of ? of(value) : value

/** The content of a draft in one form: versions with the same content are equal. */
export const essence = <V>(fields: DraftFields<V>, values: V) =>
  JSON.stringify(leavesOf(fields, [values]).map(([field, [value]]) => countOf(field, value)))

const asText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** A field in two versions, ready to be shown. */
export interface Difference {
  label: string
  rich: boolean
  mine: string
  theirs: string
}

/** The fields in which two versions differ. */
export const differencesOf = <V>(fields: DraftFields<V>, mine: V, theirs: V): Difference[] =>
  leavesOf(fields, [mine, theirs]).flatMap(([field, [own, other]]) => {
    if (JSON.stringify(countOf(field, own)) === JSON.stringify(countOf(field, other))) return []
    const shown = field.show ?? asText
    return { label: field.label, rich: field.rich === true, mine: shown(own), theirs: shown(other) }
  })

/** A short name of a text, the same for the same text (FNV-1a, with its length). */
export const fingerprint = (text: string) => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `${text.length}-${(hash >>> 0).toString(16)}`
}
