import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import { maxPoints } from '#contract/lessons/max-points.ts'
import { counted, plural } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import { loadOnce } from '#web/app/load-once.ts'
import type { VerdictBody } from '#web/reviews/verdict/use-verdict.ts'
import { confirm } from '#web/ui/confirm.ts'

/**
 * What an accepted task would lack: criteria nobody marked, or points where there are some. Null when it has all.
 * `journalScore` stays when neither a number nor marked criteria replace it.
 */
export const missingPoints = (body: VerdictBody, asked: Criterion[], journalScore: number | null) => {
  if (body.verdict !== 'accepted' || asked.length === 0) return null
  const marked = new Set(body.criteria?.map(({ criterion_id }) => criterion_id))
  const unmarked = asked.filter(({ id }) => !marked.has(id))
  const pointed = asked.filter(({ points }) => points !== undefined)
  // marked criteria bring some points already
  const noPoints = maxPoints(asked) === null || pointed.every(({ id }) => !marked.has(id))
  // a score typed by hand needs no criteria
  const hasScore = (body.score ?? (noPoints ? journalScore : null)) !== null
  if (unmarked.length === 0 || hasScore) return null
  return { unmarked: unmarked.length, noPoints }
}

const question = loadOnce(() => import('#web/ui/ConfirmDialog.tsx'))

/** Fetches the dialog, so that it also asks when the network is gone by then. */
export const fetchQuestion = () => question.load().catch(() => {})

/** «Не отмечен 21 критерий», «Не отмечено 5 критериев». */
export const unmarkedText = (count: number) =>
  `${plural(count, 'Не отмечен', 'Не отмечены', 'Не отмечено')} ${counted(count, 'критерий', 'критерия', 'критериев')}`

/** Asks before a task is accepted with less than it could get; true to accept it anyway. */
export const askForPoints = ({ unmarked, noPoints }: NonNullable<ReturnType<typeof missingPoints>>) =>
  confirm({
    title: noPoints ? 'Принять работу без баллов?' : 'Принять работу так?',
    text: `${unmarkedText(unmarked)}. ${called('Студент')} увидит работу принятой, но не узнает, что в ней удалось.`,
    accept: noPoints ? 'Принять без баллов' : 'Принять так',
    reject: 'Оценить',
  })
