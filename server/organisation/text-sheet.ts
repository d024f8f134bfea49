import { DomUtils, parseDocument } from 'htmlparser2'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { readTextTableKey } from '#contract/organisation/text-tables.ts'
import type { Sheet } from '#server/journal/journal-sheet.ts'

type Nodes = ReturnType<typeof parseDocument>['children']

const named = (nodes: Nodes, ...names: string[]) => DomUtils.findAll((element) => names.includes(element.name), nodes)

const textOf = (cell: Nodes[number]) => DomUtils.textContent(cell).replace(/\s+/g, ' ').trim()

/** A table in a page's text as a sheet: its first row is the headings. Null for an unknown table. */
export const sheetOfTextTable = (page: OrganisationPage, key: string): { title: string; sheet: Sheet } | null => {
  const asked = readTextTableKey(key)
  const table = asked && named(parseDocument(page[asked.place]).children, 'table')[asked.number - 1]
  if (!table) return null
  const [headings = [], ...rows] = named(table.children, 'tr').map((row) => named(row.children, 'th', 'td').map(textOf))
  return { title: `${page.title}, таблица ${asked.number}`, sheet: { headings, rows } }
}
