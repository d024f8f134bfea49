import type {
  OrganisationBlock,
  OrganisationField,
  RegistryPage,
} from '#contract/organisation/registry/registry.types.ts'
import type { CheckedName } from '#contract/organisation/self-check.schema.ts'
import { nameKey } from '#server/organisation/name-key.ts'
import { advice } from '#server/organisation/self-check-advice.ts'
import { hiddenBy, type MarkedElement, textOf } from '#server/organisation/self-check-markup.ts'
import { isAbsence, valueFault } from '#server/organisation/self-check-values.ts'

/** A name that a page is required to have. */
interface ExpectedName {
  name: string
  /** The name of the element around it; null for none. */
  container: string | null
  label: string
  required: boolean
  block: OrganisationBlock
  /** Null for the name of a row, which has no value of its own. */
  field: OrganisationField | null
  /** Whether the school states that there is none. */
  stated: boolean
}

/** Every name of a page, a row's before the names inside it. */
const expectedNames = ({ number, blocks }: RegistryPage, stated: ReadonlySet<string>): ExpectedName[] =>
  blocks.flatMap((block) => {
    const { container, fields, title, unmarked } = block
    if (unmarked) return []
    const required = fields.some((field) => field.required)
    const isStated = (container: string | null, name: string) => stated.has(nameKey(number, container, name))
    const row = container && {
      name: container,
      container: null,
      label: title,
      required,
      block,
      field: null,
      stated: isStated(null, container),
    }
    return [
      ...(row ? [row] : []),
      ...fields.map((field) => ({
        name: field.name,
        container,
        label: field.label,
        required: field.required,
        block,
        field,
        stated: isStated(container, field.name),
      })),
    ]
  })

/** Robots count each of these as one row, so they must not wrap all rows. */
const wholeTables = new Set(['table', 'tbody', 'thead', 'tfoot', 'ul', 'ol', 'dl'])
const isRow = ({ field, block }: ExpectedName) => field === null || block.onRow === true
const isWholeTable = (expected: ExpectedName, { element }: MarkedElement) =>
  isRow(expected) && wholeTables.has(element.name)

const standsRight = (expected: ExpectedName, marked: MarkedElement) =>
  marked.name === expected.name &&
  (marked.parent?.name ?? null) === expected.container &&
  marked.depth <= 1 &&
  !isWholeTable(expected, marked)

/** The names found on a page, with the faults that belong to no single name. */
export interface CheckedNames {
  names: CheckedName[]
  faults: string[]
}

/**
 * Steps 4 to 6 of the robot, over the elements of a page and of its further pages: groups them by name and the name
 * around them, counts, and judges each name of the registry. Ignores names that are not the page's. `stated` has the
 * keys of names that the school states to be absent.
 */
export const checkNames = (marked: MarkedElement[], page: RegistryPage, stated: ReadonlySet<string>): CheckedNames => {
  const all = expectedNames(page, stated)
  const placed = new Map(all.map((expected) => [expected, marked.filter((one) => standsRight(expected, one))]))
  const known = new Set(all.map(({ name }) => name))
  const counted = new Set([...placed.values()].flat())
  const strays = marked.filter((one) => known.has(one.name) && !counted.has(one))
  const unknown = [...new Set(marked.map(({ name }) => name))].filter((name) => !known.has(name))
  const blamed = new Set<MarkedElement>()

  const emptyTables = new Set(all.filter((expected) => isEmptyTable(expected, marked)).map(({ name }) => name))
  const names = all.map((expected): CheckedName => {
    const { name, container, label, required } = expected
    const here = placed.get(expected) as MarkedElement[]
    const checked = (finding: CheckedName['finding'], advice: string): CheckedName => ({
      name,
      container,
      label,
      required,
      finding,
      count: here.length,
      advice,
    })

    const rows = container ? rowsOf(container, all, placed) : []
    const rowsWithout = rows.filter((row) => !here.some(({ parent }) => parent === row)).length
    if (here.length === 0 || rowsWithout > 0) {
      const stray = strays.find((one) => one.name === name && !blamed.has(one))
      if (stray) {
        for (const one of strays) if (one.name === name) blamed.add(one)
        return checked('misplaced', adviceOnPlace(expected, stray))
      }
      if (here.length > 0) return checked('missing', advice.notInEachRow(rowsWithout, rows.length))
      return checked('missing', advice.missing(name, unknown))
    }
    const hidden = here.map(({ element }) => hiddenBy(element)).find((reason) => reason !== null)
    if (hidden) return checked('hidden', advice.hidden(hidden))
    return judge(expected, here, rows, emptyTables, checked)
  })

  const left = [...new Set(strays.filter((one) => !blamed.has(one)).map(({ name }) => name))]
  const several = unknown.filter((name) => /\S\s+\S/.test(name))
  return { names, faults: [...left.map(advice.strays), ...several.map(advice.severalNames)] }
}

const rowsOf = (container: string, all: ExpectedName[], placed: Map<ExpectedName, MarkedElement[]>) => {
  const row = all.find(({ name, field }) => name === container && field === null)
  return (row && placed.get(row)) ?? []
}

const adviceOnPlace = (expected: ExpectedName, stray: MarkedElement) => {
  if (isWholeTable(expected, stray)) return advice.wholeTable(stray.element.name)
  if (stray.depth > 1) return advice.tooDeep()
  if (expected.container) return advice.outside(expected.container, expected.block.title)
  return advice.inside(stray.parent?.name ?? '')
}

/** Whether the rows of a table have a note of absence in every name. */
const isEmptyTable = ({ name, field, block }: ExpectedName, marked: MarkedElement[]) =>
  field === null &&
  block.fields.every((field) =>
    marked
      .filter((one) => one.name === field.name && one.parent?.name === name)
      .every(({ element }) => isAbsence(textOf(element), field)),
  )

/** Judges a name that is in the right place and visible. */
const judge = (
  { name, field, block, required, stated }: ExpectedName,
  here: MarkedElement[],
  rows: MarkedElement[],
  emptyTables: Set<string>,
  checked: (finding: 'found' | 'empty' | 'absent', advice: string) => CheckedName,
): CheckedName => {
  if (!field) {
    if (!emptyTables.has(name)) return checked('found', '')
    return stated ? checked('absent', '') : checked('empty', required ? advice.emptyRows() : '')
  }
  const values = here.map(({ element }) => ({ element, text: textOf(element) }))
  const blank = values.some(({ text }) => text === '')
  const filled = values.filter(({ text }) => !isAbsence(text, field))
  if (filled.length === 0) {
    if (blank) return checked('empty', advice.blank(field))
    if (stated) return checked('absent', '')
    // zero is a valid value of a school without state funding
    const zero = field.kind === 'number' && values.every(({ text }) => /^0/.test(text))
    // an empty table is reported once
    const isReported = block.container !== null && emptyTables.has(block.container)
    return checked('empty', required && !zero && !isReported ? advice.emptyRequired(values[0]?.text ?? '') : '')
  }
  if (blank) return checked('found', advice.blank(field))
  const count = field.many ? 0 : maxInOneRow(here, rows, block)
  if (count > 1) return checked('found', advice.repeated(count, block.container))
  const fault = filled.map(({ element }) => valueFault(element, field)).find((fault) => fault !== '')
  if (fault) return checked('found', fault)
  const without = required && !stated && field.kind !== 'number' ? rowsWithNothing(here, rows, field) : 0
  return checked('found', without > 0 ? advice.emptyInRows(without, rows.length) : '')
}

/** The number of rows where the name has a note of absence, though the school is required to have it in each. */
const rowsWithNothing = (here: MarkedElement[], rows: MarkedElement[], field: OrganisationField) =>
  rows.filter((row) => {
    const own = here.filter(({ parent }) => parent === row)
    return own.length > 0 && own.every(({ element }) => isAbsence(textOf(element), field))
  }).length

/** How often the name occurs in the row that has it most often, or on the page where it belongs to no row. */
const maxInOneRow = (here: MarkedElement[], rows: MarkedElement[], block: OrganisationBlock) => {
  if (block.container) return Math.max(...rows.map((row) => here.filter(({ parent }) => parent === row).length))
  return block.repeated ? 1 : here.length
}
