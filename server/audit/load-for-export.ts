import type { AuditEntry } from '#contract/audit/audit.schema.ts'
import { type AuditFilter, countAudit, listAudit } from '#server/audit/audit.repo.ts'
import { presentAudit } from '#server/audit/present-audit.ts'
import type { Db } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Max entries of one file. */
const maxEntries = 100_000

/** Entries that are read and named at once: a few milliseconds of this thread. */
const batchSize = 1000

/** An entry of a file, with its place in the chain. */
export interface ExportedEntry extends AuditEntry {
  number: number | null
  /** Hexadecimal. */
  hash: string | null
}

/**
 * The entries of an export, newest first, as JSON texts of a batch each: a worker gets them without the copying of
 * objects that would hold up this thread. 422 when they are too many for a file.
 */
export const loadForExport = async (db: Db, filter: AuditFilter): Promise<string[]> => {
  if ((await countAudit(db, filter)) > maxEntries) {
    throw new Refusal('invalid', {
      detail: 'Записей больше 100 000: в один файл они не поместятся. Выберите период короче и скачайте по частям.',
    })
  }
  const batches: string[] = []
  let last: Awaited<ReturnType<typeof listAudit>>[number] | undefined
  do {
    const rows = await listAudit(db, filter, { after: last?.entry, limit: batchSize })
    const entries = await presentAudit(
      db,
      rows.map(({ entry }) => entry),
    )
    batches.push(
      JSON.stringify(
        entries.map((entry, place): ExportedEntry => {
          const { number = null, hash = null } = rows[place] ?? {}
          return { ...entry, number, hash: hash?.toString('hex') ?? null }
        }),
      ),
    )
    last = rows.length < batchSize ? undefined : rows.at(-1)
  } while (last)
  return batches
}
