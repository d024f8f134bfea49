import type { CriterionLevel } from '#contract/reviews/reviews.schema.ts'

/** The names of a criterion's levels, on screen and in letters. */
export const levelNames: Record<CriterionLevel, string> = {
  met: 'выполнено',
  partly: 'частично',
  not: 'не выполнено',
}
