import { Button } from '@mantine/core'
import classes from '#web/drafts/Drafts.module.css'
import { draftActions, draftText, type Standing } from '#web/outbox/outbox-texts.ts'
import { Row } from '#web/ui/layout.tsx'

/** The server has not got it. */
const lacking: Standing['phase'][] = ['offline', 'signed-out', 'refused', 'conflict']

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
  const text = draftText(state)
  const action = draftActions[state.phase]
  const isLacking = lacking.includes(state.phase)
  return (
    <Row
      as="p"
      gap={1}
      gapX={2}
      wrap
      justify={repeated ? 'center' : undefined}
      mt={repeated ? 2.5 : undefined}
      size={2}
      tone={isLacking ? 'warn' : 'quiet'}
      weight={isLacking ? 'medium' : undefined}
      className={classes.status}
    >
      <span role={repeated ? undefined : 'status'}>
        {text}
        {text && note && state.phase === 'saved' && `. ${note}`}
      </span>
      {action && onRetry && (
        <Button size="xs" variant="subtle" onClick={onRetry}>
          {action}
        </Button>
      )}
    </Row>
  )
}
