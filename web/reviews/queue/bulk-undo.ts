import { counted, plural } from '#contract/plural.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import { act } from '#web/data/act.ts'
import { reportError } from '#web/data/report-error.ts'
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

const tasksText = (count: number) => counted(count, 'работа', 'работы', 'работ')

/** What is shown once an act on this many tasks is taken back. */
export const undoneText = (action: BulkAction, count: number) => {
  if (action === 'extend') return { summary: 'Продление отменено', detail: `Срок прежний: ${tasksText(count)}` }
  if (action === 'remind') return { summary: 'Напоминание отменено', detail: `Не отправим: ${tasksText(count)}` }
  const wait = plural(count, 'ждёт', 'ждут', 'ждут')
  return { summary: 'Решение отменено', detail: `${tasksText(count)} снова ${wait} проверки` }
}

/** Lets an act on many be taken back as a whole; `onUndone` is called with the ids of those for which it is. */
export const offerBulkUndo = (
  action: BulkAction,
  { batch_id, done }: { batch_id: number; done: number[] },
  onUndone: (ids: number[]) => void,
) => {
  const id = `batch:${batch_id}`
  const at = Date.now()
  const undo = async () => {
    dropUndoable(id)
    try {
      const { done: undone, refused } = await act(reviewsApi.undoBulk, { params: { id: batch_id } })
      onUndone(undone)
      if (refused.length > 0) {
        const reasons = [...new Set(refused.map(({ detail }) => detail))].join(' ')
        const summary = `Не отменено: ${tasksText(refused.length)}`
        toast({ severity: 'warn', summary, detail: reasons, life: 12_000 })
      } else toast({ severity: 'info', ...undoneText(action, undone.length), key: 'batch' })
    } catch (error) {
      reportError(error, 'Не отменено')
    }
  }
  putUndoable({
    id,
    summary: `${doneTexts[action]}: ${tasksText(done.length)}`,
    at,
    until: at + undoTimeMs,
    undo: () => void undo(),
  })
}
