import type { CriterionLevel } from '#contract/reviews/reviews.schema.ts'

/** What the levels of a criterion are called, on screen and in letters. */
export const levelWords: Record<CriterionLevel, string> = {
  met: 'выполнено',
  partly: 'частично',
  not: 'не выполнено',
}
