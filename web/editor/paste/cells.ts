/** Gives the cells of Excel the styles that its clipboard keeps apart from them, by their classes: `.xl65`. */
export const cellStyles = (document: Document) => {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n')
  for (const [, name, style] of sheets.matchAll(/\.(xl\d+)\s*\{([^}]*)\}/g)) {
    for (const cell of document.querySelectorAll(`td.${name}`))
      cell.setAttribute('style', `${style};${cell.getAttribute('style') ?? ''}`)
  }
}
