import { Button } from '@mantine/core'
import { IconHighlight, IconHighlightOff, IconNotes } from '@tabler/icons-react'
import type { CSSProperties, MouseEvent } from 'react'
import { createPortal } from 'react-dom'
import classes from '#web/notes/Notes.module.css'
import { Row } from '#web/ui/layout.tsx'

/** The text stays selected while its buttons are pressed. */
const keepSelection = (event: MouseEvent) => event.preventDefault()

/** The acts on the passage that is selected, or on a quoted one; shown below its end. */
export const SelectionBar = ({
  box,
  spot: { left, top },
  onMark,
  onUnmark,
  onNote,
}: {
  /** The box that the spot is measured from. */
  box: HTMLElement
  /** In pixels. */
  spot: { left: number; top: number }
  /** Absent for a passage that is quoted already. */
  onMark?: (() => void) | undefined
  onUnmark?: (() => void) | undefined
  onNote: () => void
}) =>
  createPortal(
    <Row
      role="group"
      aria-label="Выделенный текст"
      gap={1}
      pad={1}
      ground="surface"
      round="m"
      edge="line"
      shadow="menu"
      unprinted
      className={classes.bar}
      style={{ top: top + 8, '--at': `${left}px` } as CSSProperties}
      onMouseDown={keepSelection}
    >
      {onMark && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconHighlight size={17} stroke={1.75} aria-hidden="true" />}
          onClick={onMark}
        >
          Выделить
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        leftSection={<IconNotes size={17} stroke={1.75} aria-hidden="true" />}
        onClick={onNote}
      >
        {onMark ? 'В заметку' : 'К заметке'}
      </Button>
      {onUnmark && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconHighlightOff size={17} stroke={1.75} aria-hidden="true" />}
          onClick={onUnmark}
        >
          Убрать
        </Button>
      )}
    </Row>,
    box,
  )
