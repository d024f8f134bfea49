import { countedQuizzes, countedTasks } from '#contract/journal/average.ts'
import type { Journal, JournalRow } from '#contract/journal/journal.schema.ts'
import { counted } from '#contract/plural.ts'

/** What the average of a student includes: «3 работам и 1 тесту»; empty when nothing counts yet. */
export const countedText = (
  { assignments, quizzes }: Pick<Journal, 'assignments' | 'quizzes'>,
  { cells, quizzes: results }: JournalRow,
) => {
  const tasks = countedTasks(assignments, cells)
  const ofKind = (kind: 'quiz' | 'tool') => countedQuizzes(results.filter((_, index) => quizzes[index]?.kind === kind))
  const [tests, tools] = [ofKind('quiz'), ofKind('tool')]
  const parts = [
    ...(tasks > 0 ? [counted(tasks, 'работе', 'работам', 'работам')] : []),
    ...(tests > 0 ? [counted(tests, 'тесту', 'тестам', 'тестам')] : []),
    ...(tools > 0 ? [counted(tools, 'инструменту', 'инструментам', 'инструментам')] : []),
  ]
  return parts.join(', ').replace(/, ([^,]*)$/, ' и $1')
}
