import { Button } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import classes from '#web/threads/Thread.module.css'

/** Begins a voice note. */
export const VoiceButton = ({
  loading,
  onClick,
  onAhead,
}: {
  loading?: boolean
  onClick?: () => void
  /** It may be pressed in a moment. */
  onAhead?: () => void
}) => (
  <Button
    size="sm"
    variant="subtle"
    className={classes.mic}
    loading={loading ?? false}
    leftSection={<IconMicrophone size={17} stroke={1.75} aria-hidden="true" />}
    onClick={onClick}
    onPointerEnter={onAhead}
    onFocus={onAhead}
  >
    Записать голос
  </Button>
)
