import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'

/**
 * The weighted share of the points that a student has so far, 0 to 100, rounded to tenths; null before there is any.
 * Only scored works count, and only of assignments whose criteria have points: elsewhere there is nothing to take a
 * share of. Excused works never count, more points than there are count as all of them, and a weight of 0 leaves an
 * assignment out. `cells` stand in the order of `assignments`.
 */
export const averageOf = (
  assignments: Pick<JournalAssignment, 'weight' | 'max_score'>[],
  cells: Pick<JournalCell, 'status' | 'score'>[],
): number | null => {
  let earned = 0
  let weights = 0
  for (const [index, { weight, max_score }] of assignments.entries()) {
    const { score, status } = cells[index] ?? { score: null, status: null }
    if (score === null || max_score === null || status?.slug === 'excused') continue
    earned += weight * Math.min(1, score / max_score)
    weights += weight
  }
  return weights === 0 ? null : Math.round((earned / weights) * 1000) / 10
}
