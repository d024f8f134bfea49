import { formatNumber } from '#contract/format-number.ts'
import { counted } from '#contract/plural.ts'
import type { Review } from '#contract/reviews/reviews.schema.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { usualWaitText } from '#web/tasks/usual-wait.ts'
import { formatAge, formatMoment } from '#web/ui/dates.ts'
import { formatDuration } from '#web/ui/durations.ts'

/** A step of a task: behind the student (`done`), current or ahead. */
export interface TaskStep {
  kind: 'done' | 'fix' | 'waiting' | 'accepted' | 'back' | 'ahead'
  title: string
  note?: string
  /** What else is good to know while one waits. */
  more?: string
}

/** The number of the next hand-in; withdrawn ones keep their numbers. */
export const nextAttempt = (task: Task) => (task.attempts.at(-1)?.number ?? 0) + 1

/** The latest attempt that was not taken back. */
export const latestAttempt = (task: Task) => task.attempts.findLast(({ withdrawn_at }) => withdrawn_at === null)

/** A verdict with the attempt it is on. */
export type ShownVerdict = Review & { attempt: number }

/** The verdict in force on a task: it was accepted or returned by it, perhaps handed in again and taken back since. */
export const shownVerdict = (task: Task): ShownVerdict | null => {
  const latest = latestAttempt(task)
  const verdict = task.status.slug === 'draft' ? 'returned' : task.status.slug
  return latest?.review && latest.review.verdict === verdict ? { ...latest.review, attempt: latest.number } : null
}

/** What the last verdict asks to fix. */
export const openRemarks = (task: Task) => {
  const verdict = shownVerdict(task)
  return verdict?.verdict === 'returned' ? verdict.remarks.filter(({ done }) => !done) : []
}

/** «9 баллов», «7,5 балла», or the mark in the scale of its course. */
export const formatScore = (score: number, mark?: string) =>
  mark ?? (Number.isInteger(score) ? counted(score, 'балл', 'балла', 'баллов') : `${formatNumber(score)} балла`)

/** Points after «до» or «из»: «21 балла», «5 баллов», «2,5 балла». */
export const ofPoints = (points: number) =>
  Number.isInteger(points) ? counted(points, 'балла', 'баллов', 'баллов') : `${formatNumber(points)}\u00a0балла`

const pastSteps = (task: Task): TaskStep[] =>
  task.attempts.flatMap(({ number, submitted_at, withdrawn_at, review }): TaskStep[] => {
    if (withdrawn_at !== null)
      return [{ kind: 'back', title: `Попытка ${number} отозвана`, note: formatMoment(withdrawn_at) }]
    const sent: TaskStep = { kind: 'done', title: `Попытка ${number} отправлена`, note: formatMoment(submitted_at) }
    if (!review) return [sent]
    const waited = `ждали ${formatDuration(submitted_at, review.created_at, 'минуту')}`
    return [sent, { kind: 'done', title: `Проверено: ${fullName(review.user)}`, note: waited }]
  })

const waitingStep = (task: Task, now: Date): TaskStep => {
  const { lease, reviewer, usual_wait } = task
  if (lease)
    return { kind: 'waiting', title: `Проверяет ${fullName(lease.user)}`, note: `с ${formatMoment(lease.since)}` }
  const since = latestAttempt(task)?.submitted_at
  const age = since ? formatAge(since, now) : ''
  const facts = [age === 'только что' ? '' : age, reviewer ? `проверит ${fullName(reviewer)}` : ''].filter(Boolean)
  return {
    kind: 'waiting',
    title: 'Ждёт проверки',
    ...(facts.length > 0 ? { note: facts.join(', ') } : {}),
    ...(usual_wait === null ? {} : { more: usualWaitText(usual_wait) }),
  }
}

const currentSteps = (task: Task, now: Date): TaskStep[] => {
  const ahead: TaskStep = { kind: 'ahead', title: `Попытка ${nextAttempt(task)}` }
  switch (task.status.slug) {
    case 'draft': {
      const note = task.students.length > 1 ? 'видит только ваша команда' : 'видите только вы'
      return [{ kind: 'waiting', title: 'Черновик', note }, ahead]
    }
    case 'submitted':
      return [waitingStep(task, now), { kind: 'ahead', title: 'Ответ', note: 'принято или на доработку' }]
    case 'returned': {
      const count = openRemarks(task).length
      const title =
        count > 0 ? `Исправьте ${counted(count, 'пункт', 'пункта', 'пунктов')}` : 'Доработайте по комментарию'
      return [{ kind: 'fix', title }, ahead]
    }
    case 'accepted':
      return [
        {
          kind: 'accepted',
          title: 'Принято',
          ...(task.score === null ? {} : { note: formatScore(task.score, task.mark) }),
        },
      ]
    default:
      return [{ kind: 'back', title: 'Задание делать не нужно' }]
  }
}

/** The steps of a task: attempts and verdicts so far, its state, what comes next. */
export const stepsOf = (task: Task, now: Date = new Date()): TaskStep[] => [
  ...pastSteps(task),
  ...currentSteps(task, now),
]
