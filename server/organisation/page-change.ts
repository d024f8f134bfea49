import { moscowOffsetMs, schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import { isOver } from '#contract/organisation/document-term.ts'
import type { ShownRow } from '#contract/organisation/organisation.schema.ts'
import { filledAt } from '#server/organisation/filled-mark.ts'
import type { OrganisationRecord } from '#server/organisation/organisation.repo.ts'
import type { DocumentRecord, DocumentWithFiles } from '#server/organisation/organisation-documents.repo.ts'
import type { PlatformFacts } from '#server/organisation/platform-rows.ts'

/** The last of the moments; null when there is none. */
export const latest = (...moments: (string | null)[]) =>
  moments
    .filter((moment) => moment !== null)
    .toSorted()
    .at(-1) ?? null

/** The midnight of Moscow after which a document is listed as a former one; null while it is in force. */
const overSince = ({ valid_until }: DocumentRecord, today: string) =>
  valid_until !== null && isOver({ valid_until }, today)
    ? new Date(Date.parse(valid_until) + dayMs - moscowOffsetMs).toISOString()
    : null

/**
 * When the documents that readers see on a page last changed: one replaced another, its description was changed, or its
 * time ran out. `rows` has the documents of the page, and those that they replaced.
 */
const documentsChangedAt = (blocks: Record<string, ShownRow[]>, rows: DocumentWithFiles[]) => {
  const today = schoolDay()
  const shown = new Set(
    Object.values(blocks)
      .flat()
      .flatMap(({ values }) => Object.values(values).flatMap(({ documents }) => documents.map(({ id }) => id))),
  )
  const heirs = new Set(rows.flatMap(({ document }) => document.replaced_by ?? []))
  return latest(
    ...rows
      .filter(({ document }) => shown.has(document.id))
      .flatMap(({ document }) => [
        heirs.has(document.id) ? document.created_at : null,
        document.changed_at,
        overSince(document, today),
      ]),
  )
}

/** When a page last changed for its readers: by curators, by the platform, or in its documents. */
export const pageChangedAt = (
  number: number,
  record: OrganisationRecord,
  blocks: Record<string, ShownRow[]>,
  { rows, facts }: { rows: DocumentWithFiles[]; facts: PlatformFacts },
) => latest(record.changed_at, documentsChangedAt(blocks, rows), filledAt(number, record, facts))
