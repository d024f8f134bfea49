import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from '#web/progress/Progress.module.css'
import { CardList } from '#web/ui/Card.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { showRest } from '#web/ui/show-rest.ts'

/** A line of a chart of bars: `parts` are shares of its whole length, from 0 to 1, one after another. */
export interface Bar {
  id: number
  name: ReactNode
  /** What the bar shows, in words. */
  text: ReactNode
  parts: { tone: 'done' | 'bad' | 'waits'; share: number }[]
}

/** How many of them are shown at first. */
const firstShown = 10

/** A chart of bars, each with its words beside it: they say what the drawing does. */
export const BarList = ({ label, bars }: { label: string; bars: Bar[] }) => {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <CardList ref={list} aria-label={label}>
        {(all ? bars : bars.slice(0, firstShown)).map(({ id, name, text, parts }) => (
          <li key={id} className={classes.bar}>
            <Row gap={1} gapX={4} wrap justify="between" align="baseline" links="quiet">
              <Text as="span" weight="medium" anywhere>
                {name}
              </Text>
              <Text as="span" size={2} tone="soft" digits>
                {text}
              </Text>
            </Row>
            <div className={classes.track} aria-hidden="true">
              {parts.map(({ tone, share }) => (
                <i key={tone} data-tone={tone} style={{ width: `${share * 100}%` }} />
              ))}
            </div>
          </li>
        ))}
      </CardList>
      {!all && bars.length > firstShown && (
        <div>
          <Button variant="default" size="sm" onClick={() => showRest(list.current, firstShown, () => setAll(true))}>
            Показать все ({bars.length})
          </Button>
        </div>
      )}
    </>
  )
}
