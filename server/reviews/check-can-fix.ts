import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import { type IdleReason, idleForAll } from '#contract/tasks/idle.ts'
import { called } from '#contract/users/student-word.ts'
import { Refusal } from '#server/http/refusal.ts'
import { deadlinesOf } from '#server/tasks/present-task.ts'
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

/** 409 when nobody could continue a task, so that it cannot be returned. */
export const checkCanFix = (task: TaskWithFacts) => {
  const reason = idleForAll(task)
  if (reason) throw new Refusal('wrong-state', { detail: details[reason] })
}

/** 409 when a task could not be handed in now, so that nobody is reminded of it. */
export const checkCanHandIn = (task: TaskWithFacts) => {
  checkCanFix(task)
  const now = new Date()
  if (task.course_status !== 'published' || !isOpenLesson(task.lesson_facts, now)) {
    throw new Refusal('wrong-state', {
      detail: `Урок сейчас закрыт: ${called('студент')} его не увидит. Откройте урок и напомните снова.`,
    })
  }
  const { closes_at } = deadlinesOf(task)
  if (closes_at !== null && closes_at < now.toISOString()) {
    throw new Refusal('wrong-state', {
      detail: `Приём работ закончился: ${called('студент')} не сможет сдать работу. Продлите срок и напомните снова.`,
    })
  }
}
