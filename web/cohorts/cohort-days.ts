import type { CohortRow } from '#contract/cohorts/cohorts.schema.ts'
import { formatCalendarDay } from '#web/ui/dates.ts'

/** «с 01.09.2026 по 31.05.2027»; empty without dates. */
export const daysOf = ({ starts_on, ends_on }: Pick<CohortRow, 'starts_on' | 'ends_on'>) =>
  [starts_on && `с ${formatCalendarDay(starts_on)}`, ends_on && `по ${formatCalendarDay(ends_on)}`]
    .filter(Boolean)
    .join(' ')
