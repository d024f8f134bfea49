/** Gives the cells of Excel the styles that its clipboard keeps apart from them, by their classes: `.xl65`. */
export const cellStyles = (document: Document) => {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n')
  for (const [, name, style] of sheets.matchAll(/\.(xl\d+)\s*\{([^}]*)\}/g)) {
    for (const cell of document.querySelectorAll(`td.${name}`))
      cell.setAttribute('style', `${style};${cell.getAttribute('style') ?? ''}`)
  }
}

/** A spreadsheet copies one cell as a table: what is in it is meant. */
export const singleCell = (body: Element) => {
  const [table, ...others] = body.querySelectorAll('table')
  const [cell, ...more] = table?.querySelectorAll('td, th') ?? []
  if (!table || !cell || others.length > 0 || more.length > 0) return
  if (body.textContent?.trim() === cell.textContent?.trim()) table.replaceWith(...cell.childNodes)
}

const spanOf = (cell: Element, name: 'colspan' | 'rowspan') =>
  Math.min(999, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1))

/** Where the cells of a table are: the column that each begins in, and that behind it. */
const placesIn = (table: Element) => {
  const places: { cell: Element; from: number; to: number }[] = []
  /** By the row, the columns that cells of earlier rows reach into. */
  const taken: Set<number>[] = []
  const rows = [...table.querySelectorAll(':scope > tr, :scope > * > tr')]
  for (const [index, row] of rows.entries()) {
    let from = 0
    for (const cell of row.querySelectorAll(':scope > td, :scope > th')) {
      while (taken[index]?.has(from)) from += 1
      const to = from + spanOf(cell, 'colspan')
      const end = Math.min(rows.length, index + spanOf(cell, 'rowspan'))
      for (let below = index + 1; below < end; below += 1) {
        taken[below] ??= new Set()
        for (let column = from; column < to; column += 1) taken[below]?.add(column)
      }
      places.push({ cell, from, to })
      from = to
    }
  }
  return places
}

/** Pages let a cell reach over 100 columns that are not there: here they would be. */
export const realColumns = (body: Element) => {
  for (const table of body.querySelectorAll('table')) {
    const places = placesIn(table)
    const columns = [...new Set(places.map(({ from }) => from))]
    for (const { cell, from, to } of places) {
      const span = columns.filter((column) => column >= from && column < to).length
      if (to - from > 1) cell.setAttribute('colspan', `${span}`)
    }
  }
}
