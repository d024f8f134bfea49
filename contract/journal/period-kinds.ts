// Apart from the schemas, so that screens do not load zod.

/** A term is a quarter, a trimester or a half-year; the total of a year comes from those of its terms. */
export const periodKinds = ['term', 'year'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** Max number of periods of a school: twenty years of four quarters each. */
export const maxPeriods = 100
