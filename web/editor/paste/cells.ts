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
