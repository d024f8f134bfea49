import { countedQuizzes, countedTasks } from '#contract/journal/average.ts'
import type { JournalAssignment, JournalRow } from '#contract/journal/journal.schema.ts'
import { counted } from '#web/ui/plural.ts'

/** What the average of a student includes: «3 работам и 1 тесту»; empty when nothing counts yet. */
export const countedText = (assignments: JournalAssignment[], { cells, quizzes }: JournalRow) => {
  const [tasks, tests] = [countedTasks(assignments, cells), countedQuizzes(quizzes)]
  return [
    ...(tasks > 0 ? [counted(tasks, 'работе', 'работам', 'работам')] : []),
    ...(tests > 0 ? [counted(tests, 'тесту', 'тестам', 'тестам')] : []),
  ].join(' и ')
}
