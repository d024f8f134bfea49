import type { JournalAssignment, JournalCell, JournalQuizCell } from '#contract/journal/journal.schema.ts'

type Column = Pick<JournalAssignment, 'weight' | 'max_score'>
type Cell = Pick<JournalCell, 'status' | 'score'>
type QuizCell = Pick<JournalQuizCell, 'points' | 'max_points'>

/** How much a quiz counts: as an assignment whose weight nobody has changed. */
const quizWeight = 1

const share = (points: number, max: number) => Math.min(1, points / max)

/**
 * What the average includes: scored tasks of assignments whose criteria have points, as a share cannot be computed
 * otherwise. Excused tasks never count, and a weight of 0 leaves an assignment out. `cells` are in the order of
 * `assignments`.
 */
const countedOf = (assignments: Column[], cells: Cell[]) =>
  assignments.flatMap(({ weight, max_score }, index) => {
    const { score, status } = cells[index] ?? { score: null, status: null }
    if (score === null || max_score === null || weight === 0 || status?.slug === 'excused') return []
    return [{ weight, share: share(score, max_score) }]
  })

/** The same of quizzes: those that were answered, with a share of what the best attempt could give. */
const countedQuizzesOf = (quizzes: QuizCell[]) =>
  quizzes.flatMap(({ points, max_points }) =>
    points === null || !max_points ? [] : [{ weight: quizWeight, share: share(points, max_points) }],
  )

/** How many tasks the average includes. */
export const countedTasks = (assignments: Column[], cells: Cell[]) => countedOf(assignments, cells).length

/** How many quizzes the average includes. */
export const countedQuizzes = (quizzes: QuizCell[]) => countedQuizzesOf(quizzes).length

/**
 * The weighted share of points that a student has so far in assignments and quizzes, 0 to 100, rounded to tenths; null
 * when nothing counts yet. More points than the max count as the max.
 */
export const averageOf = (assignments: Column[], cells: Cell[], quizzes: QuizCell[]): number | null => {
  const counted = [...countedOf(assignments, cells), ...countedQuizzesOf(quizzes)]
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  const earned = counted.reduce((sum, { weight, share }) => sum + weight * share, 0)
  // a tie goes up in whatever order floating point added the shares
  return weights === 0 ? null : Math.round((earned / weights) * 1000 + 1e-9) / 10
}
