import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { called } from '#contract/users/student-word.ts'
import { verdictTexts } from '#web/outbox/outbox-texts.ts'
import { useKeyLabel } from '#web/reviews/keys/desk-keys.ts'
import { type SentVerdict, takeBackSent } from '#web/reviews/verdict/sent-verdicts.ts'
import classes from '#web/reviews/verdict/Verdict.module.css'
import { afterPaint } from '#web/ui/after-paint.ts'
import { Key } from '#web/ui/Key.tsx'
import { Box, Row } from '#web/ui/layout.tsx'

/** A verdict chosen by a key; nothing is sent until it is confirmed. */
export type Chosen = 'accepted' | 'returned' | null

/** For how long a task must have been on screen before it can be judged by the pointer, in milliseconds. */
const seenMs = 400

/**
 * The second click of a double one, made for the task before, must not judge this one. Keys choose first, and need not
 * wait.
 */
const useSeenFirst = (accepted: RefObject<HTMLButtonElement | null>, returned: RefObject<HTMLButtonElement | null>) => {
  useLayoutEffect(() => {
    const buttons = [accepted.current, returned.current].filter((button) => button !== null)
    const setEvents = (events: '' | 'none') => {
      for (const button of buttons) button.style.pointerEvents = events
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    setEvents('none')
    void afterPaint().then(() => {
      if (!isGone) timer = setTimeout(setEvents, seenMs, '')
    })
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [accepted, returned])
}

/** The two buttons that judge, and where the draft of the verdict is. */
export const VerdictBar = ({
  kept,
  chosen,
  sent,
  buttons,
  onSend,
}: {
  kept: ReactNode
  chosen: Chosen
  /** A verdict on this task that the server has not confirmed. */
  sent: SentVerdict | undefined
  buttons: { accepted: RefObject<HTMLButtonElement | null>; returned: RefObject<HTMLButtonElement | null> }
  onSend: (verdict: 'accepted' | 'returned') => void
}) => {
  const acceptKey = useKeyLabel('accept')
  const returnKey = useKeyLabel('return')
  useSeenFirst(buttons.accepted, buttons.returned)
  // on a chosen button Enter alone confirms
  const [focused, setFocused] = useState<Chosen>(null)
  const follow = (verdict: Chosen) => ({ onFocus: () => setFocused(verdict), onBlur: () => setFocused(null) })
  const sendOnce = (event: MouseEvent, verdict: 'accepted' | 'returned') => {
    if (event.detail <= 1) onSend(verdict)
  }
  return (
    <Row gap={2} gapX={2.5} wrap align="stretch" ground="surface" edge="top" className={classes.bar}>
      {sent ? (
        <Row
          gap={1}
          gapX={2.5}
          wrap
          pad={2}
          padX={3}
          size={3}
          tone="warn"
          weight="medium"
          ground="warn"
          round="s"
          className={classes.kept}
          role="status"
        >
          {verdictTexts[sent.phase]}
          {sent.phase !== 'undoing' && (
            <Button size="xs" variant="default" onClick={() => takeBackSent(sent.taskId)}>
              Отменить
            </Button>
          )}
        </Row>
      ) : (
        <Box size={1} tone="quiet" className={classes.kept} role={chosen ? 'status' : undefined}>
          {chosen
            ? `${chosen === 'accepted' ? 'Принять' : `Вернуть ${called('студенту')}`}? Подтвердите: ${focused === chosen ? 'Enter' : 'Ctrl + Enter'}`
            : kept}
        </Box>
      )}
      <Button
        ref={buttons.returned}
        variant="default"
        size="md"
        className={classes.return}
        disabled={sent !== undefined}
        data-chosen={chosen === 'returned' || undefined}
        onClick={(event) => sendOnce(event, 'returned')}
        {...follow('returned')}
        leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />}
        rightSection={returnKey && <Key>{returnKey}</Key>}
      >
        Вернуть {called('студенту')}
      </Button>
      <Button
        ref={buttons.accepted}
        color="green"
        size="md"
        className={classes.accept}
        disabled={sent !== undefined}
        data-chosen={chosen === 'accepted' || undefined}
        onClick={(event) => sendOnce(event, 'accepted')}
        {...follow('accepted')}
        leftSection={<IconCheck size={18} stroke={2} aria-hidden="true" />}
        rightSection={acceptKey && <Key>{acceptKey}</Key>}
      >
        Принять
      </Button>
    </Row>
  )
}
