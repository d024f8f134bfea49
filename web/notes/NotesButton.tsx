import { ActionIcon } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from '#web/notes/NotesButton.module.css'

/** Opens the reader's own notes from anywhere in the lesson; the focus comes back to it when they are closed. */
export const NotesButton = ({ open, onToggle }: { open: boolean; onToggle: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true })
    wasOpen.current = open
  }, [open])
  return (
    <ActionIcon
      ref={button}
      variant="default"
      size={40}
      radius="xl"
      className={classes.button}
      data-open={open || undefined}
      aria-label="Мои заметки"
      data-tip="Мои заметки"
      aria-expanded={open}
      onClick={onToggle}
    >
      <IconNotes size={20} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
