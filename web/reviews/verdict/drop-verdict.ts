import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { type BegunVerdict, joinVerdicts, type KeptVerdict } from '#web/reviews/verdict/verdict-draft.ts'
import { toast } from '#web/ui/toasts.ts'

/** Puts what was dropped beside what has been written since. */
const withDropped = (now: KeptVerdict | null, dropped: BegunVerdict): KeptVerdict => {
  if (!now) return { ...dropped, earlier: null }
  const { earlier } = now
  if (!earlier) return { ...now, earlier: dropped }
  return { ...now, earlier: { ...earlier, verdict: joinVerdicts(earlier.verdict, dropped.verdict) } }
}

/** Removes what was written and not sent: only what is `left` stays. It can be brought back. */
export const dropVerdict = (
  draft: OpenDraft<KeptVerdict | null>,
  dropped: BegunVerdict,
  left: KeptVerdict | null = null,
) => {
  draft.replace(left)
  toast({
    severity: 'info',
    summary: 'Черновик решения убран',
    action: { label: 'Вернуть', onClick: () => draft.replace(withDropped(draft.get().value, dropped)) },
  })
}
