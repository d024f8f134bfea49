import { type IdleReason, idleForAll } from '#contract/tasks/idle.ts'
import { called } from '#contract/users/student-word.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { TaskWithFacts } from '#server/tasks/tasks.repo.ts'

const details: Record<Exclude<IdleReason, 'lesson-hidden'>, string> = {
  get 'lesson-deleted'() {
    return `Урок удалён: исправить работу ${called('студент')} не сможет. Восстановите урок из корзины курса или примите работу.`
  },
  get 'course-archived'() {
    return `Курс в архиве: исправить работу ${called('студент')} не сможет. Верните курс из архива или примите работу.`
  },
  get left() {
    return `${called('Студент')} больше не на этом курсе: исправить работу он не сможет.`
  },
}

/** 409 when nobody could continue a task, so that it can be neither returned nor reminded of. */
export const checkCanFix = (task: TaskWithFacts) => {
  const reason = idleForAll(task)
  if (reason) throw new Refusal('wrong-state', { detail: details[reason] })
}
