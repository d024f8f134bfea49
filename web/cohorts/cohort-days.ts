import type { CohortRow } from '#contract/cohorts/cohorts.schema.ts'

/** `2026-09-01` as «01.09.2026». */
const day = (date: string) => date.split('-').reverse().join('.')

/** «с 01.09.2026 по 31.05.2027»; empty without dates. */
export const daysOf = ({ starts_on, ends_on }: Pick<CohortRow, 'starts_on' | 'ends_on'>) =>
  [starts_on && `с ${day(starts_on)}`, ends_on && `по ${day(ends_on)}`].filter(Boolean).join(' ')
