import { type RegistryOptions, registry, registryPage } from '#contract/organisation/registry/registry.ts'
import type { OrganisationBlock, OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import type { Db } from '#server/db/database.ts'
import { isFilled, type MergedRow, mergeRows } from '#server/organisation/merge-rows.ts'
import { nameKey } from '#server/organisation/name-key.ts'
import { listOrganisationRecords } from '#server/organisation/organisation.repo.ts'
import { loadPlatformFacts, type PlatformValue, platformRows } from '#server/organisation/platform-rows.ts'
import { isAbsence } from '#server/organisation/self-check-values.ts'

/** Whether a value states that there is nothing: by the tick, or as «не предусмотрено» that somebody has written. */
const isAbsent = (value: PlatformValue | undefined, field: OrganisationField) =>
  value !== undefined &&
  ('absent' in value || (field.kind === 'text' && 'text' in value && isAbsence(value.text.trim(), field)))

const isStated = (rows: MergedRow[], field: OrganisationField) => {
  const values = rows.map(({ values }) => values[field.name])
  return values.every(isFilled) && values.some((value) => isAbsent(value, field))
}

const statedIn = (page: number, { container, fields }: OrganisationBlock, rows: MergedRow[]) => {
  const stated = fields.filter((field) => isStated(rows, field))
  const isAllStated = stated.length > 0 && fields.every((field) => !field.required || stated.includes(field))
  return [
    ...(container && isAllStated ? [nameKey(page, null, container)] : []),
    ...stated.map(({ name }) => nameKey(page, container, name)),
  ]
}

/**
 * The names that published pages state to be absent on purpose («нет сведений»), by `nameKey`: in every row where they
 * have no value. A table's own name is among them when any of its names is, and all its required ones.
 */
export const loadStatedAbsence = async (db: Db, options: RegistryOptions): Promise<string[]> => {
  const [records, facts] = await Promise.all([listOrganisationRecords(db), loadPlatformFacts(db)])
  const contents = new Map(records.map(({ number, content }) => [number, content]))
  return registry.flatMap(({ number }) => {
    const content = contents.get(number)
    const blocks = (content && registryPage(number, options)?.blocks) ?? []
    return blocks.flatMap((block) =>
      content ? statedIn(number, block, mergeRows(block, content, platformRows(block, facts))) : [],
    )
  })
}
