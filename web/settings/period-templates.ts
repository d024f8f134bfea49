import type { PeriodKind } from '#contract/journal/period-kinds.ts'
import { randomId } from '#web/data/random-id.ts'

/** A period as the form has it; `key` tells rows apart. */
export interface PeriodRow {
  key: string
  id?: number
  kind: PeriodKind
  name: string
  from: string
  to: string
}

type Span = [name: string, from: string, to: string]

/** How schools divide their year: days as month and day, September to May. */
const divisions = {
  Четверти: [
    ['1 четверть', '09-01', '10-25'],
    ['2 четверть', '11-05', '12-28'],
    ['3 четверть', '01-10', '03-21'],
    ['4 четверть', '04-01', '05-31'],
  ],
  Триместры: [
    ['1 триместр', '09-01', '11-15'],
    ['2 триместр', '11-23', '02-14'],
    ['3 триместр', '02-22', '05-31'],
  ],
  Полугодия: [
    ['1 полугодие', '09-01', '12-28'],
    ['2 полугодие', '01-10', '05-31'],
  ],
} satisfies Record<string, Span[]>

export type Division = keyof typeof divisions
export const divisionNames = Object.keys(divisions) as Division[]

/** The year in which the school year of a day begins; summer belongs to the next one. */
const firstYear = (today: Date) => today.getFullYear() - (today.getMonth() < 5 ? 1 : 0)

/** The periods of the school year around a day, and the year itself. */
export const periodsOf = (division: Division, today: Date): PeriodRow[] => {
  const year = firstYear(today)
  const dayOf = (day: string) => `${day < '09' ? year + 1 : year}-${day}`
  const spans: Span[] = divisions[division].map(([name, from, to]) => [name, dayOf(from), dayOf(to)])
  const whole: Span = [`${year}/${String(year + 1).slice(2)} учебный год`, dayOf('09-01'), dayOf('05-31')]
  return [...spans, whole].map(([name, from, to]) => ({
    key: randomId(),
    name,
    from,
    to,
    kind: name === whole[0] ? 'year' : 'term',
  }))
}
