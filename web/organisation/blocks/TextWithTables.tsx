import { countTables, type TextPlace, textTableKey } from '#contract/organisation/text-tables.ts'
import { RichText } from '#web/content/RichText.tsx'
import { withTableFrames } from '#web/content/table-frames.ts'
import classes from '#web/organisation/blocks/Blocks.module.css'
import { CsvLink } from '#web/organisation/blocks/TableFrame.tsx'
import { Row } from '#web/ui/layout.tsx'

/** A text of a page, with the way to take its tables along. */
export const TextWithTables = ({ page, place, html }: { page: number; place: TextPlace; html: string }) => {
  const numbers = Array.from({ length: countTables(html) }, (_, at) => at + 1)
  const title = (number: number) => (numbers.length > 1 ? `Таблица ${number} из текста` : 'Таблица из текста')
  return (
    <div>
      <RichText html={withTableFrames(html, title)} />
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
