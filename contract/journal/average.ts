import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'

type Column = Pick<JournalAssignment, 'weight' | 'max_score'>
type Cell = Pick<JournalCell, 'status' | 'score'>

/**
 * What counts in the average: scored works of assignments whose criteria have points, elsewhere there is nothing to take a
 * share of. Excused works never count, and a weight of 0 leaves an assignment out. `cells` stand in the order of `assignments`.
 */
const countedOf = (assignments: Column[], cells: Cell[]) =>
  assignments.flatMap(({ weight, max_score }, index) => {
    const { score, status } = cells[index] ?? { score: null, status: null }
    if (score === null || max_score === null || weight === 0 || status?.slug === 'excused') return []
    return [{ weight, share: Math.min(1, score / max_score) }]
  })

/** How many works the average counts. */
export const countedWorks = (assignments: Column[], cells: Cell[]) => countedOf(assignments, cells).length

/**
 * The weighted share of the points that a student has so far, 0 to 100, rounded to tenths; null before there is any. More
 * points than there are count as all of them.
 */
export const averageOf = (assignments: Column[], cells: Cell[]): number | null => {
  const counted = countedOf(assignments, cells)
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  const earned = counted.reduce((sum, { weight, share }) => sum + weight * share, 0)
  return weights === 0 ? null : Math.round((earned / weights) * 1000) / 10
}
