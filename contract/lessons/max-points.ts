import type { Criterion } from '#contract/lessons/assignment.schema.ts'

// in a file without schemas: pages that only show points load no zod

/** The max sum of the criteria; null when none of them has points. */
export const maxPoints = (criteria: Pick<Criterion, 'points'>[]): number | null =>
  criteria.some(({ points }) => points !== undefined)
    ? criteria.reduce((sum, { points }) => sum + (points ?? 0), 0)
    : null

/** The max score that the criteria allow; null without points and with only zeros: then a score is no share of anything. */
export const maxScoreOf = (criteria: Pick<Criterion, 'points'>[]) => maxPoints(criteria) || null
