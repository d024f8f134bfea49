import { useMutation, useQueryClient } from '@tanstack/react-query'
import { journalApi } from '#contract/journal/journal.api.ts'
import type { Journal } from '#contract/journal/journal.schema.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { act } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
import { nextOrder } from '#web/journal/change-order.ts'
import { textsIn } from '#web/journal/change-texts.ts'
import { hush } from '#web/journal/journal-message.ts'
import { latestIn } from '#web/journal/latest-changes.ts'
import { inJournal, notSaved, type OwnChange } from '#web/journal/pending-changes.ts'
import { unsavedText } from '#web/journal/unsaved-changes.ts'
import { toast } from '#web/ui/toasts.ts'

/** Something that is to be saved first was not. */
class NotSaved extends Error {}

/**
 * Closes a period of a course, or opens it again. Closing waits for the changes that were made before it, and is not
 * sent when one of them was not saved: after it, the server would refuse that.
 */
export const useLockPeriod = (journal: Journal, { id: period_id }: JournalPeriod, onDone: () => void) => {
  const { course } = journal
  const client = useQueryClient()
  const texts = textsIn(journal)
  const { newestAt, isUnderWay } = latestIn(journal, client)
  const lock = useMutation({
    mutationFn: ({ locked, unsaved, before }: { locked: boolean; unsaved: string; before: OwnChange[] }) => {
      const text = unsaved || unsavedText(course.id) || texts.ofAll(notSaved(before))
      if (locked && text) throw new NotSaved(text)
      return act(journalApi.lockPeriod, { params: { id: course.id, period_id }, body: { locked, order: nextOrder() } })
    },
    scope: inJournal,
    onSuccess: (_, { locked }) => {
      onDone()
      hush()
      toast({ severity: 'success', summary: locked ? 'Период закрыт' : 'Период открыт', key: 'lock' })
    },
    onError: (error, given) => {
      if (!(error instanceof NotSaved)) return reportError(error, 'Не получилось')
      if (isUnderWay(notSaved(given.before))) return void lock.mutate(given)
      const detail = `Не сохранено: ${error.message}. Сначала сохраните это, потом закройте период.`
      toast({ severity: 'error', summary: 'Период не закрыт', detail, life: Number.POSITIVE_INFINITY, key: 'lock' })
    },
  })
  return {
    isPending: lock.isPending,
    setLocked: (locked: boolean) => {
      const before = [...new Set(newestAt().values())]
      lock.mutate({ locked, unsaved: unsavedText(course.id), before })
    },
  }
}
