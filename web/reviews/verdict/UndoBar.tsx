import { IconArrowBackUp } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import { verdictTexts } from '#web/outbox/outbox-texts.ts'
import { useDeskKey, useKeyLabel } from '#web/reviews/keys/desk-keys.ts'
import { useUnsentCount } from '#web/reviews/verdict/sent-verdicts.ts'
import classes from '#web/reviews/verdict/UndoBar.module.css'
import { type Undoable, undoLatest, useLatestUndoable } from '#web/reviews/verdict/undo-list.ts'
import { Key } from '#web/ui/Key.tsx'
import { Center, Row, Stack, Text } from '#web/ui/layout.tsx'

/** What was done last, and for how long it can be taken back. */
export const UndoBar = () => {
  const latest = useLatestUndoable()
  const unsent = useUnsentCount()
  useDeskKey('undo', () => void undoLatest())
  return (
    <section className={classes.area} aria-label="Отмена">
      {latest && (
        <Bar
          key={`${latest.id}:${latest.until}`}
          undoable={latest}
          // its time has not begun: it is not on the server
          waiting={latest.until === null && unsent > 0 ? verdictTexts.unsent(unsent) : null}
        />
      )}
    </section>
  )
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

const Bar = ({
  undoable: { summary, detail, until, undo },
  waiting,
}: {
  undoable: Undoable
  /** What waits for the network, in place of what was done. */
  waiting: string | null
}) => {
  const key = useKeyLabel('undo')
  const [seconds, setSeconds] = useState(until && secondsTo(until))
  useEffect(() => {
    if (!until) return
    const timer = setInterval(() => setSeconds(secondsTo(until)), 250)
    return () => clearInterval(timer)
  }, [until])
  return (
    <Row gap={3} round="m" shadow="menu" className={classes.bar}>
      <Center
        as="span"
        size={1}
        weight="strong"
        digits
        round="full"
        fixed
        className={classes.ring}
        data-waiting={until === null || undefined}
        style={{ '--left': until ? `${((seconds ?? 0) * 1000) / undoTimeMs}` : '1' } as CSSProperties}
        aria-hidden="true"
      >
        {seconds}
      </Center>
      <Stack size={4} tight shrink className={classes.text} role="status">
        <Text as="b" weight="medium">
          {waiting ?? summary}
        </Text>
        {detail && (
          <Text as="span" size={2} clip className={classes.detail}>
            {detail}
          </Text>
        )}
      </Stack>
      <Row
        as="button"
        type="button"
        inline
        gap={1.5}
        pad={0}
        padX={2.5}
        size={4}
        weight="strong"
        round="s"
        fixed
        className={classes.button}
        onClick={undo}
      >
        <IconArrowBackUp size={17} stroke={2} aria-hidden="true" />
        Отменить
        {key && <Key>{key}</Key>}
      </Row>
    </Row>
  )
}
