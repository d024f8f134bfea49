import type { IdleReason } from '#contract/tasks/idle.ts'

/** Why students can only read a task, as a sentence. */
export const readOnlyTexts: Record<IdleReason, string> = {
  'course-archived': 'Курс в архиве: работы в нём можно только читать.',
  left: 'Вы больше не на этом курсе: работу можно только читать.',
  'lesson-hidden': 'Урок сейчас закрыт: работу можно только читать.',
  'lesson-deleted': 'Урок удалён: работу можно только читать.',
}
