import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'

/** Where the draft of a form is; nothing while there is none. */
export const FormDraftStatus = ({ draft }: { draft: Pick<FormDraft<never>, 'dirty' | 'state' | 'retry'> }) =>
  draft.dirty && <DraftStatus state={draft.state} onRetry={draft.retry} note="Пока это видите только вы" />
