import { dayText } from '#contract/dates.ts'
import classes from '#web/progress/Progress.module.css'
import { Card } from '#web/ui/Card.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** What is shown of each week, in the order of the weeks; null where there is nothing to show. */
export interface Series {
  name: string
  values: (number | null)[]
}

/** Max number of weeks whose numbers are shown over their columns. */
const maxNumbered = 12

const shortDay = (day: string) => dayText(day).slice(0, 5)

/**
 * A chart of columns by weeks; `text` says what it shows in words, for everybody. The numbers are in the table of its
 * part, so the drawing itself is not read aloud.
 */
export const WeekColumns = ({
  title,
  text,
  weeks,
  series,
  format = String,
}: {
  title: string
  text: string
  /** The first days. */
  weeks: string[]
  series: Series[]
  format?: (value: number) => string
}) => {
  const highest = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const numbered = weeks.length <= maxNumbered && series.length === 1
  return (
    <Card>
      <figure className={classes.chart}>
        <figcaption>
          <Text as="h3" size={5}>
            {title}
          </Text>
          <Text size={2} tone="quiet" mt={1}>
            {text}
          </Text>
        </figcaption>
        <div aria-hidden="true">
          <Row className={classes.scale} size={1} tone="quiet">
            {highest > 0 && !numbered && <span>{format(highest)}</span>}
          </Row>
          <div className={classes.plot} data-dense={weeks.length > maxNumbered || undefined}>
            {weeks.map((week, at) => (
              <div key={week} className={classes.week}>
                {series.map(({ name, values }, index) => (
                  <div key={name} className={classes.column} data-series={index}>
                    {numbered && values[at] ? <small>{format(values[at])}</small> : null}
                    <i style={{ height: `${highest > 0 ? ((values[at] ?? 0) / highest) * 100 : 0}%` }} />
                  </div>
                ))}
              </div>
            ))}
          </div>
          <Row justify="between" size={1} tone="quiet" mt={1} digits>
            <span>{shortDay(weeks[0] ?? '')}</span>
            <span>{shortDay(weeks[Math.floor(weeks.length / 2)] ?? '')}</span>
            <span>{shortDay(weeks.at(-1) ?? '')}</span>
          </Row>
        </div>
        {series.length > 1 && (
          <Row as="ul" plain gap={4} wrap mt={2} size={2} aria-label="Обозначения">
            {series.map(({ name }, index) => (
              <Row as="li" key={name} gap={1.5} inline>
                <span className={classes.sign} data-series={index} aria-hidden="true" />
                {name}
              </Row>
            ))}
          </Row>
        )}
      </figure>
    </Card>
  )
}
