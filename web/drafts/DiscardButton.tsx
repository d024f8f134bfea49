import { Button } from '@mantine/core'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'

/**
 * Takes a form back to what is saved, while something else is typed; the form stays, and this can be taken back. Its
 * place is kept also before: what is beside it does not move with the first letter.
 */
export const DiscardButton = ({
  draft,
  disabled = false,
}: {
  draft: Pick<FormDraft<never>, 'dirty' | 'discard'>
  disabled?: boolean
}) => (
  <Button
    variant="subtle"
    color="gray"
    disabled={disabled}
    style={draft.dirty ? undefined : { visibility: 'hidden' }}
    onClick={() => {
      draft.discard()
      // the form is made again, and this button with it: the keyboard begins at the page again
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    }}
  >
    Отменить
  </Button>
)
