import { createHash } from 'node:crypto'
import { emptyContent, type OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { registry } from '#contract/organisation/registry/registry.ts'
import type { OrganisationBlock } from '#contract/organisation/registry/registry.types.ts'
import type { Db } from '#server/db/database.ts'
import {
  listOrganisationRecords,
  lockOrganisationRecord,
  type OrganisationRecord,
  updateOrganisationRecord,
} from '#server/organisation/organisation.repo.ts'
import {
  isFilledByPlatform,
  loadPlatformFacts,
  type PlatformFacts,
  platformRows,
  platformTables,
} from '#server/organisation/platform-rows.ts'

/** The part of the platform's rows that is shown: without rows the school leaves out and fields it fills in itself. */
const shownOf = (block: OrganisationBlock, { blocks }: OrganisationContent, facts: PlatformFacts) => {
  const stored = blocks[block.key]?.rows ?? []
  return platformRows(block, facts).flatMap(({ from, values }) => {
    const own = block.repeated ? stored.find((row) => row.from === from) : stored[0]
    if (own?.hidden) return []
    return [[from, Object.entries(values).filter(([name]) => own?.values[name] === undefined)]]
  })
}

/** A short fingerprint of what the platform fills in on a page: another one means that readers see something else. */
export const filledMark = (number: number, content: OrganisationContent, facts: PlatformFacts) => {
  const blocks = registry.find((page) => page.number === number)?.blocks ?? []
  const shown = blocks.map((block) => shownOf(block, content, facts))
  const json = JSON.stringify([shown, platformTables(number, facts)])
  return createHash('sha256').update(json).digest('base64url').slice(0, 22)
}

type Filling = Pick<OrganisationRecord, 'content' | 'filled_mark' | 'filled_at'>

/**
 * When the platform's part of a page last changed; null when it never did. A change since the last check counts as now.
 */
export const filledAt = (number: number, record: Filling, facts: PlatformFacts) => {
  if (record.filled_mark === null) return null
  return record.filled_mark === filledMark(number, record.content, facts) ? record.filled_at : new Date().toISOString()
}

/** Records the platform's part of each page, and since when it is so: nothing else notices that a teacher has left. */
export const noteFilled = async (db: Db) => {
  const [facts, records] = await Promise.all([loadPlatformFacts(db), listOrganisationRecords(db)])
  const known = new Map(records.map((record) => [record.number, record]))
  for (const { number, blocks } of registry) {
    if (!isFilledByPlatform(blocks)) continue
    const record = known.get(number)
    if (record?.filled_mark === filledMark(number, record?.content ?? emptyContent, facts)) continue
    await db.transaction(async (tx) => {
      const held = await lockOrganisationRecord(tx, number)
      await updateOrganisationRecord(tx, number, {
        filled_mark: filledMark(number, held.content, facts),
        filled_at: filledAt(number, held, facts),
      })
    })
  }
}
