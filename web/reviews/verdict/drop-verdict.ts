import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import type { KeptVerdict } from '#web/reviews/verdict/verdict-draft.ts'
import { toast } from '#web/ui/toasts.ts'

/** Takes what was written and not sent away, but for what is `left`; it can be brought back. */
export const dropVerdict = (draft: OpenDraft<KeptVerdict | null>, left: KeptVerdict | null) => {
  const dropped = draft.get().value
  draft.replace(left)
  toast({
    severity: 'info',
    summary: 'Черновик решения убран',
    key: 'verdict-draft',
    action: { label: 'Вернуть', onClick: () => draft.replace(dropped) },
  })
}
