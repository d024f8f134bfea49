import { Button } from '@mantine/core'
import classes from '#web/drafts/Drafts.module.css'
import { draftActions, draftWords, type Standing } from '#web/outbox/outbox-words.ts'

/** Where the draft is: on its way, on the server, or only on this device. */
export const DraftStatus = ({
  state,
  onRetry,
  note,
  repeated,
}: {
  state: Standing
  onRetry?: () => void
  /** What else there is to say once it is saved. */
  note?: string
  /** The same is said elsewhere on the page: said aloud once. */
  repeated?: boolean
}) => {
  const text = draftWords(state)
  const action = draftActions[state.phase]
  return (
    <p className={classes.status} data-phase={state.phase} data-centered={repeated || undefined}>
      <span role={repeated ? undefined : 'status'}>
        {text}
        {text && note && state.phase === 'saved' && `. ${note}`}
      </span>
      {action && onRetry && (
        <Button size="xs" variant="subtle" onClick={onRetry}>
          {action}
        </Button>
      )}
    </p>
  )
}
