import { Button } from '@mantine/core'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { verdictTexts } from '#web/outbox/outbox-texts.ts'
import { Stack } from '#web/ui/layout.tsx'

const reasonOf = (error: unknown) => {
  const sentences = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return sentences.length > 0 ? sentences.join(' ') : describeError(error).detail
}

/** The task is not what it was when it was judged. */
const isBehind = (error: unknown) =>
  error instanceof ApiError && (error.status === 409 || error.fields.criteria !== undefined)

/**
 * Why the server would not have a verdict. `onOpenAgain` loads the task as it is by now, where an older one is shown.
 */
export const Refusal = ({ error, onOpenAgain }: { error: unknown; onOpenAgain?: () => void }) => (
  <Stack
    gap={2.5}
    align="start"
    pad={3}
    padX={4}
    size={3}
    tone="bad"
    weight="medium"
    ground="bad"
    round="s"
    role="alert"
  >
    <p>
      {verdictTexts.refused}. {reasonOf(error)}
    </p>
    {onOpenAgain && isBehind(error) && (
      <Button size="sm" variant="default" onClick={onOpenAgain}>
        Открыть заново
      </Button>
    )}
  </Stack>
)
