import type { Criterion } from '#contract/lessons/assignment.schema.ts'
import { counted, plural } from '#contract/plural.ts'
import { called } from '#contract/users/student-word.ts'
import { loadOnce } from '#web/app/load-once.ts'
import type { VerdictBody } from '#web/reviews/verdict/use-verdict.ts'
import { confirm } from '#web/ui/confirm.ts'

/** What an accepted task lacks. */
interface Missing {
  /** How many criteria nobody marked. */
  unmarked: number
  /** Whether that is all of them. */
  noneMarked: boolean
  /** Whether criteria have points, and the task gets none of them. */
  noPoints: boolean
}

/**
 * What an accepted task would lack; null when it has all. `journalScore` stays when neither a number nor marked
 * criteria replace it.
 */
export const missingPoints = (body: VerdictBody, asked: Criterion[], journalScore: number | null): Missing | null => {
  if (body.verdict !== 'accepted' || asked.length === 0) return null
  const marked = new Set(body.criteria?.map(({ criterion_id }) => criterion_id))
  const unmarked = asked.filter(({ id }) => !marked.has(id))
  const pointed = asked.filter(({ points }) => points !== undefined)
  // marked criteria bring some points already
  const noPoints = pointed.every(({ id }) => !marked.has(id))
  // a score typed by hand needs no criteria
  const hasScore = (body.score ?? (noPoints ? journalScore : null)) !== null
  if (unmarked.length === 0 || hasScore) return null
  return {
    unmarked: unmarked.length,
    noneMarked: unmarked.length === asked.length,
    noPoints: noPoints && pointed.length > 0,
  }
}

const question = loadOnce(() => import('#web/ui/ConfirmDialog.tsx'))

/** Fetches the dialog, so that it also asks when the network is gone by then. */
export const fetchQuestion = () => question.load().catch(() => {})

/** The question before a task is accepted with less than it could get. */
export const pointsQuestion = ({ unmarked, noneMarked, noPoints }: Missing) => {
  // «Не отмечен 21 критерий», «Не отмечено 5 критериев»
  const verb = plural(unmarked, 'Не отмечен', 'Не отмечены', 'Не отмечено')
  const outcome = noneMarked
    ? 'но не узнает, что в ней удалось'
    : unmarked === 1
      ? 'а этот критерий — без отметки'
      : 'а эти критерии — без отметок'
  return {
    title: noPoints ? 'Принять работу без баллов?' : `Принять, не отметив ${unmarked === 1 ? 'критерий' : 'критерии'}?`,
    text: `${verb} ${counted(unmarked, 'критерий', 'критерия', 'критериев')}. ${called('Студент')} увидит работу принятой, ${outcome}.`,
    accept: noPoints ? 'Принять без баллов' : 'Принять так',
    reject: 'Оценить',
  }
}

/** Asks that question; true to accept the task anyway. */
export const askForPoints = (missing: Missing) => confirm(pointsQuestion(missing))
