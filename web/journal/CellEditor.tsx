import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { markHint, readMark, typedMark } from '#contract/journal/scales.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { useGrading } from '#web/journal/grading.ts'
import classes from '#web/journal/JournalTable.module.css'
import { readNumber } from '#web/journal/read-number.ts'
import { isUndoKey } from '#web/journal/take-back.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'

/** Where the focus goes once a number is kept; `away` is where the person has put it already. */
export type After = 'stay' | 'down' | 'next' | 'previous' | 'away'

/**
 * A number in its cell. Enter keeps it and moves down, Tab keeps it and moves to the next cell, Escape restores the old
 * one; leaving with the pointer keeps it, too. What is not a valid number stays in the field.
 */
export const CellEditor = ({
  label,
  value,
  offered = null,
  typed,
  max,
  mark,
  mayBeEmpty = false,
  onKeep,
  onAbsent,
  onLeave,
}: {
  label: string
  value: number | null
  /** What the field begins with while there is no value: Enter keeps it, leaving in another way does not. */
  offered?: number | null
  /** The sign that began the editing instead of the value. */
  typed?: string | undefined
  max: number
  /** The max of the score, where the field takes marks of the course. */
  mark?: { max: number | null }
  mayBeEmpty?: boolean
  /**
   * Called with what was typed, and with the value that the editing began with: it may have changed since. With the
   * same for both when what the cell shows was typed again.
   */
  onKeep: (value: number | null, before: number | null) => void
  /** Called for «н»; left out where nobody can be absent. */
  onAbsent?: (before: number | null) => void
  onLeave: (after: After) => void
}) => {
  const { grading } = useGrading()
  const [before] = useState(value)
  const first = before ?? offered
  const [text, setText] = useState(
    typed ?? (mark ? typedMark(first, mark.max, grading) : first === null ? '' : scoreText(first)),
  )
  const touched = useRef(typed !== undefined)
  const [refused, setRefused] = useState(false)
  const left = useRef(false)
  const hintId = useId()

  const leave = (after: After) => {
    left.current = true
    onLeave(after)
  }
  const keep = (after: After) => {
    if (before === null && offered !== null && !touched.current && after !== 'down') {
      leave(after)
      return true
    }
    if (onAbsent && text.trim().toLowerCase() === absentMark) {
      onAbsent(before)
      leave(after)
      return true
    }
    const number = mark
      ? readMark(text, { max: mark.max, limit: max, current: first }, grading)
      : readNumber(text, { min: 0, max })
    if (number === undefined || (number === null && !mayBeEmpty)) {
      setRefused(true)
      return false
    }
    // left as it was, it does not take back what somebody else has set in the meantime
    if (touched.current || number !== before) onKeep(number, number === value ? value : before)
    leave(after)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // nothing typed here yet: what was typed in the cell before this one is taken back
    if (isUndoKey(event) && !touched.current) return
    // the table moves by the same keys
    event.stopPropagation()
    if (event.key === 'Escape') leave('stay')
    else if (event.key === 'Enter') keep('down')
    else if (event.key === 'Tab') keep(event.shiftKey ? 'previous' : 'next')
    else return
    event.preventDefault()
  }
  return (
    <Row as="span" gap={1.5} inline className={classes.editor}>
      <Box
        as="input"
        pad={0}
        padX={1.5}
        tone="ink"
        ground="surface"
        size={4}
        weight="strong"
        // the cell was asked to be edited
        autoFocus
        inputMode={mark && grading.scale === 'pass' ? 'text' : 'decimal'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={refused || undefined}
        aria-describedby={hintId}
        value={text}
        onFocus={(event) => typed === undefined && event.currentTarget.select()}
        onChange={(event) => {
          touched.current = true
          setText(event.currentTarget.value)
          setRefused(false)
        }}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget }) => {
          const after = relatedTarget ? 'away' : 'stay'
          if (!left.current && !keep(after)) leave(after)
        }}
      />
      <Text
        as="small"
        size={1}
        tone={refused ? 'bad' : 'quiet'}
        weight={refused ? 'medium' : 'plain'}
        nowrap
        pad={1}
        padX={2}
        ground="surface"
        round="s"
        shadow="menu"
        className={classes.hint}
        id={hintId}
        role={refused ? 'alert' : undefined}
      >
        {mark ? markHint(max, grading) : `от 0 до ${scoreText(max)}`}
        {onAbsent && ` или ${absentMark}`}
      </Text>
    </Row>
  )
}
