import { type IdleReason, idleForAll } from '#contract/tasks/idle.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { TaskWithFacts } from '#server/tasks/tasks.repo.ts'

const details: Record<Exclude<IdleReason, 'lesson-hidden'>, string> = {
  'lesson-deleted':
    'Урок удалён: исправить работу студент не сможет. Восстановите урок из корзины курса или примите работу.',
  'course-archived': 'Курс в архиве: исправить работу студент не сможет. Верните курс из архива или примите работу.',
  left: 'Студент больше не на этом курсе: исправить работу он не сможет.',
}

/** 409 when nobody could continue a task, so that it can be neither returned nor reminded of. */
export const checkCanFix = (task: TaskWithFacts) => {
  const reason = idleForAll(task)
  if (reason) throw new Refusal('wrong-state', { detail: details[reason] })
}
