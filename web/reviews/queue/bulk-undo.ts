import { counted } from '#contract/plural.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import { act } from '#web/app/act.ts'
import { reportError } from '#web/app/report-error.ts'
import type { BulkAction } from '#web/reviews/queue/bulk-preview.ts'
import { dropUndoable, putUndoable } from '#web/reviews/verdict/undo-list.ts'
import { toast } from '#web/ui/toasts.ts'

/** A task that an act on many left unchanged. */
export interface Refused {
  id: number
  detail: string
}

const doneTexts: Record<BulkAction, string> = {
  accept: 'Принято',
  return: 'Возвращено',
  extend: 'Продлено',
  remind: 'Напоминание отправим',
}

/** Lets an act on many be taken back as a whole; `onUndone` is called once it is. */
export const offerBulkUndo = (
  action: BulkAction,
  { batch_id, done }: { batch_id: number; done: number[] },
  onUndone: () => void,
) => {
  const id = `batch:${batch_id}`
  const at = Date.now()
  const tasks = counted(done.length, 'работа', 'работы', 'работ')
  const undo = async () => {
    dropUndoable(id)
    try {
      const { refused } = await act(reviewsApi.undoBulk, { params: { id: batch_id } })
      onUndone()
      if (refused.length > 0) {
        const reasons = [...new Set(refused.map(({ detail }) => detail))].join(' ')
        const summary = `Не отменено: ${counted(refused.length, 'работа', 'работы', 'работ')}`
        toast({ severity: 'warn', summary, detail: reasons, life: 12_000 })
      } else toast({ severity: 'info', summary: 'Отменено', detail: tasks, key: 'batch' })
    } catch (error) {
      reportError(error, 'Не отменено')
    }
  }
  putUndoable({ id, summary: `${doneTexts[action]}: ${tasks}`, at, until: at + undoTimeMs, undo: () => void undo() })
}
