import { DomUtils, parseDocument } from 'htmlparser2'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { readTextTableKey } from '#contract/organisation/text-tables.ts'
import type { Sheet } from '#server/journal/journal-sheet.ts'

type Nodes = ReturnType<typeof parseDocument>['children']
type Element = ReturnType<typeof named>[number]

const named = (nodes: Nodes, ...names: string[]) => DomUtils.findAll((element) => names.includes(element.name), nodes)

const textOf = (cell: Nodes[number]) => DomUtils.textContent(cell).replace(/\s+/g, ' ').trim()

/** The column where merged cells end at the latest: a few of them must not become millions of cells. */
const maxColumns = 200

const spanOf = (cell: Element, name: 'colspan' | 'rowspan') => Number(cell.attribs[name] ?? 1)

/** The rows of a table with each text in its own column: the other places of a merged cell are empty. */
const gridOf = (rows: Element[]) => {
  /** How many more rows the merged cell in each column covers. */
  const covered: number[] = []
  return rows.map((row) => {
    const texts: string[] = []
    const covers: number[] = []
    let column = 0
    const skipCovered = () => {
      for (; (covered[column] ?? 0) > 0; column += 1) texts[column] = ''
    }
    for (const cell of named(row.children, 'th', 'td')) {
      skipCovered()
      const text = textOf(cell)
      const end = column + Math.max(1, Math.min(spanOf(cell, 'colspan'), maxColumns - column))
      for (let place = column; place < end; place += 1) {
        texts[place] = place === column ? text : ''
        covers[place] = spanOf(cell, 'rowspan')
      }
      column = end
    }
    skipCovered()
    for (let place = 0; place < Math.max(covered.length, covers.length); place += 1) {
      covered[place] = Math.max(0, (covers[place] ?? covered[place] ?? 0) - 1)
    }
    return texts
  })
}

/** A table in a page's text as a sheet: its first row is the headings. Null for an unknown table. */
export const sheetOfTextTable = (page: OrganisationPage, key: string): { title: string; sheet: Sheet } | null => {
  const asked = readTextTableKey(key)
  const table = asked && named(parseDocument(page[asked.place]).children, 'table')[asked.number - 1]
  if (!table) return null
  const [headings = [], ...rows] = gridOf(named(table.children, 'tr'))
  return { title: `${page.title}, таблица ${asked.number}`, sheet: { headings, rows } }
}
