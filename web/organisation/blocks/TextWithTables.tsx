import { countTables, type TextPlace, textTableKey } from '#contract/organisation/text-tables.ts'
import { RichText } from '#web/content/RichText.tsx'
import classes from '#web/organisation/blocks/Blocks.module.css'
import { CsvLink } from '#web/organisation/blocks/TableFrame.tsx'
import { Row } from '#web/ui/layout.tsx'

/** Tables that are wider than the column are scrolled in a frame that the keyboard reaches, without scripts too. */
const inFrames = (html: string, title: (number: number) => string) => {
  let number = 0
  return html
    .replace(/<table(?=[\s>])/g, (table) => {
      number += 1
      return `<div class="table-frame" role="region" tabindex="0" aria-label="${title(number)}">${table}`
    })
    .replaceAll('</table>', '</table></div>')
}

/** A text of a page, with the way to take its tables along. */
export const TextWithTables = ({ page, place, html }: { page: number; place: TextPlace; html: string }) => {
  const numbers = Array.from({ length: countTables(html) }, (_, at) => at + 1)
  const title = (number: number) => (numbers.length > 1 ? `Таблица ${number} из текста` : 'Таблица из текста')
  return (
    <div>
      <RichText html={inFrames(html, title)} />
      {numbers.length > 0 && (
        <Row wrap align="stretch" className={classes.textTables}>
          {numbers.map((number) => (
            <CsvLink key={number} page={page} table={textTableKey(place, number)} title={title(number).toLowerCase()}>
              Скачать CSV: {title(number).toLowerCase()}
            </CsvLink>
          ))}
        </Row>
      )}
    </div>
  )
}
