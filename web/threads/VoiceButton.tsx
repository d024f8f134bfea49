import { Loader } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import classes from '#web/threads/Thread.module.css'
import { SteadyButton } from '#web/ui/SteadyButton.tsx'

/** Begins a voice note. */
export const VoiceButton = ({
  loading = false,
  autoFocus,
  onClick,
  onAhead,
}: {
  loading?: boolean
  autoFocus?: boolean
  onClick?: () => void
  /** It may be pressed in a moment. */
  onAhead?: () => void
}) => (
  <SteadyButton
    size="sm"
    variant="subtle"
    className={classes.mic}
    autoFocus={autoFocus}
    busy={loading}
    leftSection={
      loading ? <Loader size={17} aria-hidden="true" /> : <IconMicrophone size={17} stroke={1.75} aria-hidden="true" />
    }
    onClick={() => onClick?.()}
    onPointerEnter={onAhead}
    onFocus={onAhead}
  >
    Записать голос
  </SteadyButton>
)
