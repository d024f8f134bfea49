import type { JournalQuiz, JournalQuizCell } from '#contract/journal/journal.schema.ts'
import { isPassed } from '#contract/quizzes/quiz-rules.ts'

type Kind = JournalQuiz['kind']

const passed = { quiz: 'Тест пройден', tool: 'Пройдено' }
const failed = { quiz: 'Не пройден', tool: 'Не пройдено' }

/** What is shown without a result. */
export const noResult: Record<Kind, string> = { quiz: 'Нет ответов', tool: 'Нет результата' }

/** Whether a quiz or a tool was passed, as a badge shows it; null without an attempt. */
export const quizStatus = ({ points, max_points }: Pick<JournalQuizCell, 'points' | 'max_points'>, kind: Kind) => {
  if (points === null || max_points === null) return null
  return isPassed({ points, max_points })
    ? { name: passed[kind], color: 'ok', icon: 'check' }
    : { name: failed[kind], color: 'warn', icon: 'minus' }
}
