import { type DraftFields, essence } from '#web/drafts/draft-fields.ts'
import { ownDrafts } from '#web/drafts/drafts.queries.ts'
import type { DraftSource } from '#web/drafts/open-drafts.ts'

/** What a form drafts, how its versions are compared and shown, how one that was kept is read, and what is checked. */
export interface FormKind<V> {
  fields: DraftFields<V>
  /** What is wrong with the values, field by field, before they are sent. */
  check?: (values: V) => Record<string, string>
  /** Values that were kept; null when they make no sense. */
  read: (values: unknown) => V | null
}

/** What is kept of a form: its values, and a fingerprint of what was saved when they were begun. */
interface FormValue<V> {
  /** Null when nobody knows what was saved then. */
  base: string | null
  values: V
}

/** The draft of a form, as it is kept: null while nothing is typed that is not saved. */
export type FormDraftValue<V> = FormValue<V> | null

const readerOf =
  <V>({ read }: FormKind<V>) =>
  (kept: unknown): FormDraftValue<V> | undefined => {
    if (kept === null) return null
    const { base, values } = (kept ?? {}) as Record<string, unknown>
    const own = read(values)
    return own === null ? undefined : { base: typeof base === 'string' ? base : null, values: own }
  }

/** The draft of a form. */
export const formSource = <V>(userId: number, key: string, kind: FormKind<V>): DraftSource<FormDraftValue<V>> => ({
  ...ownDrafts(userId, key, readerOf(kind)),
  equal: (a, b) =>
    a === null || b === null ? a === b : essence(kind.fields, a.values) === essence(kind.fields, b.values),
})
