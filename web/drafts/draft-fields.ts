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

/** Fingerprints of the fields of one version, by their paths: `assignment.due_at`. */
export type FieldPrints = Record<string, string>

const printOf = (field: DraftField<unknown>, value: unknown) =>
  fingerprint(JSON.stringify(countOf(field, value) ?? null))

/** The fields of a version, to be known again without their values. */
export const fieldPrints = <V>(fields: DraftFields<V>, values: V): FieldPrints => {
  const printsIn = (group: AnyFields, from: Record<string, unknown>, path: string): [string, string][] =>
    Object.entries(group).flatMap(([name, field]) =>
      isField(field)
        ? [[path + name, printOf(field, from[name])]]
        : printsIn(field, from[name] as Record<string, unknown>, `${path}${name}.`),
    )
  return Object.fromEntries(printsIn(fields as AnyFields, values as Record<string, unknown>, ''))
}

/**
 * A draft over what is saved by now: fields that the draft has left as they were in `base` are as they are saved.
 * `clashes` when another field was changed on both sides, and not to the same.
 */
export const overSaved = <V>(
  fields: DraftFields<V>,
  base: FieldPrints,
  draft: V,
  saved: V,
): { values: V; clashes: boolean } => {
  let clashes = false
  const overIn = (
    group: AnyFields,
    own: Record<string, unknown>,
    other: Record<string, unknown>,
    path: string,
  ): object =>
    Object.fromEntries(
      Object.entries(group).map(([name, field]) => {
        const [mine, theirs] = [own[name], other[name]]
        if (!isField(field))
          return [
            name,
            overIn(field, mine as Record<string, unknown>, theirs as Record<string, unknown>, `${path}${name}.`),
          ]
        const [before, now, next] = [base[path + name], printOf(field, theirs), printOf(field, mine)]
        if (next === before) return [name, theirs]
        if (now !== before && now !== next) clashes = true
        return [name, mine]
      }),
    )
  const [own, other] = [draft as Record<string, unknown>, saved as Record<string, unknown>]
  const values = overIn(fields as AnyFields, own, other, '') as V
  return { values, clashes }
}

/** A short name of a text, the same for the same text (FNV-1a, with its length). */
export const fingerprint = (text: string) => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return `${text.length}-${(hash >>> 0).toString(16)}`
}
