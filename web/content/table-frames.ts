/**
 * A text of the editor whose tables are in frames. One that is wider than the column is scrolled there, and the
 * keyboard reaches it without scripts, too. `title` names the table with a number, from 1.
 */
export const withTableFrames = (html: string, title: (number: number) => string) => {
  let number = 0
  return html
    .replace(/<table(?=[\s>])/g, (table) => {
      number += 1
      return `<div class="table-frame" role="region" tabindex="0" aria-label="${title(number)}">${table}`
    })
    .replaceAll('</table>', '</table></div>')
}
