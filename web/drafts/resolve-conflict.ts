import type { ConflictTexts } from '#web/drafts/DraftConflict.tsx'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { toast } from '#web/ui/toasts.ts'

/** What is said when one draft was written in two places. */
export const draftConflictTexts = (savedAt: string | null): ConflictTexts => ({
  title: 'Черновик изменён в другом месте',
  lead: 'Пока вы писали здесь, этот же черновик сохранили на другом устройстве или в другой вкладке. Обе версии целы: выберите, с какой продолжить.',
  mine: 'На этом устройстве',
  theirs: savedAt ? `На сервере, ${formatMoment(savedAt)}` : 'На сервере',
  keepMine: 'Оставить мою',
  takeTheirs: 'Взять с сервера',
})

/** Shows which version was chosen, with a button to take the choice back. */
export const tellChoice = (summary: string, takeBack: () => void) =>
  toast({
    severity: 'success',
    summary,
    key: 'draft-conflict',
    life: 20_000,
    action: { label: 'Вернуть другую', onClick: takeBack },
  })

/** Ends the conflict of a draft as the person has chosen; it can be taken back. */
export const resolveConflict = <V>(draft: OpenDraft<V>, whose: 'mine' | 'theirs') => {
  const chosen = draft.choose(whose)
  if (!chosen) return
  tellChoice(whose === 'mine' ? 'Осталась версия с этого устройства' : 'Взята версия с сервера', () =>
    draft.replace(chosen.other),
  )
}
