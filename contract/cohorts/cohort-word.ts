/** What the school calls a group of students who take courses together. */
export const cohortWords = ['class', 'group', 'stream'] as const
export type CohortWord = (typeof cohortWords)[number]

/** Until the school has chosen one. */
export const defaultCohortWord: CohortWord = 'class'
