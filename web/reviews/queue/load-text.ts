import { counted, plural } from '#contract/plural.ts'
import type { ReviewerLoad } from '#contract/reviews/reviews.schema.ts'
import { formatAge } from '#web/ui/dates.ts'

/** What a teacher has to do and has done: «Ждут 3 работы, дольше всех — 2 дня; за неделю проверено 12». */
export const loadText = ({ waiting, oldest_at, reviewed }: Omit<ReviewerLoad, 'user'>) => {
  const waitingText =
    waiting === 0
      ? 'Ничего не ждёт'
      : `${plural(waiting, 'Ждёт', 'Ждут', 'Ждут')} ${counted(waiting, 'работа', 'работы', 'работ')}${oldest_at ? `, дольше всех — ${formatAge(oldest_at)}` : ''}`
  return `${waitingText}; за неделю проверено ${reviewed}`
}
