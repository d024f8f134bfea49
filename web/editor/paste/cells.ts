/** Gives the cells of Excel the styles that its clipboard keeps apart from them, by their classes: `.xl65`. */
export const cellStyles = (document: Document) => {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n')
  // one a class, and each of a few lines: all cells get a copy
  const rules = [...sheets.matchAll(/\.(xl\d+)\s*\{([^{}]{0,2000})\}/g)]
  const styles = new Map(rules.map(([, name, style]) => [name, style]))
  for (const cell of document.querySelectorAll('td[class]')) {
    const style = styles.get(/\bxl\d+/.exec(cell.className)?.[0])
    if (style) cell.setAttribute('style', `${style};${cell.getAttribute('style') ?? ''}`)
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

/** Max columns of a table that cells reach over; behind these each cell is in one. */
const maxColumns = 1000

/** Where the cells of a table are: the column that each begins in, and that behind it. */
const placesIn = (table: Element) => {
  const places: { cell: Element; from: number; to: number }[] = []
  /** By the column, the first row that no earlier cell reaches into. */
  const free: number[] = []
  for (const [index, row] of table.querySelectorAll(':scope > tr, :scope > * > tr').entries()) {
    let from = 0
    for (const cell of row.querySelectorAll(':scope > td, :scope > th')) {
      while ((free[from] ?? 0) > index) from += 1
      const to = Math.min(maxColumns, from + spanOf(cell, 'colspan'))
      const end = index + spanOf(cell, 'rowspan')
      for (let column = from; column < to; column += 1) free[column] = Math.max(free[column] ?? 0, end)
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
      if (spanOf(cell, 'colspan') === 1) continue
      const span = columns.filter((column) => column >= from && column < to).length
      cell.setAttribute('colspan', `${Math.max(1, span)}`)
    }
  }
}
