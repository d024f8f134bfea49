// Apart from the schemas, so that screens do not load zod.

/** For how many weeks activity and waits are shown. */
export const progressWeeks = ['4', '12', '52'] as const
export type ProgressWeeks = (typeof progressWeeks)[number]
export const defaultWeeks = '12' satisfies ProgressWeeks

/** The tables of progress, each of which can be exported. */
export const progressParts = ['weeks', 'courses', 'cohorts'] as const
export type ProgressPart = (typeof progressParts)[number]
