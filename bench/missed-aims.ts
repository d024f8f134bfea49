import type { CallResult } from './calls.ts'
import type { ClassResult } from './classes.ts'
import type { GrowthResult } from './growth.ts'
import type { NavigationResult } from './navigations.ts'
import type { PageResult } from './pages.ts'
import { maxSearchMs, type SearchResult } from './search.ts'
import { maxSoakMemory, type SoakResult } from './soak.ts'
import type { StartResult } from './start.ts'
import type { Fill } from './tables.ts'

/**
 * What each of them may reach. `spread`: p99 in p50s with several connections. `growth`: of a p50 from the small school
 * to the large one. Times in milliseconds, memory in megabytes.
 */
const maxima = { spread: 4, growth: 1.5, contentMs: 300, startMs: 2000, rest: 160, fillMs: 120_000, allMs: 600_000 }

/** What was measured; null or empty where a part was not. */
export interface Measured {
  calls: CallResult[]
  growth: GrowthResult[]
  pages: PageResult[]
  navigations: NavigationResult[]
  outlines: { pages: PageResult[] } | null
  classes: ClassResult[] | null
  searches: SearchResult[] | null
  start: StartResult | null
  soak: SoakResult | null
  fills: Fill[]
  /** How long the whole measurement took; null where only parts were wanted. */
  allMs: number | null
}

const times = (number: number) => number.toFixed(2)
const whole = (number: number) => Math.round(number).toLocaleString('en')

/** A sentence where a figure is above its maximum; nothing where it is not, or is unknown. */
const above = (figure: number | null, max: number, what: string, unit: string) =>
  figure !== null && figure > max ? [`${what}: ${whole(figure)} ${unit}, aim ${whole(max)}`] : []

const missedByCalls = (calls: CallResult[]) => [
  ...calls.flatMap(({ name, connections, aim, site, bare }) =>
    aim !== null && site.perSecond < aim * bare.perSecond
      ? [
          `${name} with ${connections} connections: ${times(site.perSecond / bare.perSecond)} of the bare server, aim ${aim}`,
        ]
      : [],
  ),
  ...calls
    .filter(({ connections, site }) => connections > 1 && site.p99 > maxima.spread * site.p50)
    .map(({ name, site }) => `${name}: p99 is ${times(site.p99 / site.p50)} × p50, aim ${maxima.spread}`),
]

const missedByGrowth = ({ name, few, many }: GrowthResult) =>
  (
    [
      ['repeated', name],
      ['afterChange', `${name}, after a change`],
    ] as const
  ).flatMap(([kind, what]) =>
    many[kind] > maxima.growth * few[kind]
      ? [`${what}: p50 grows ${times(many[kind] / few[kind])} ×, aim ${maxima.growth}`]
      : [],
  )

const missedByPage = ({ path, requests, total, aim, content }: PageResult) => [
  ...(total > aim.bytes ? [`${path}: ${(total / 1000).toFixed(1)} KB, aim ${whole(aim.bytes / 1000)}`] : []),
  ...above(requests, aim.requests, path, 'requests'),
  ...above(content, maxima.contentMs, `${path}, content`, 'ms'),
]

const missedByClass = ({ name, sizes }: ClassResult) => {
  const queries = sizes.map(({ result }) => result.queries)
  return Math.max(...queries) > Math.min(...queries)
    ? [`${name}: ${queries.join(', ')} statements by size, aim the same number`]
    : []
}

/** Aims that are not met: measured on a machine that may do other things, so they fail nothing. */
export const missedAims = (measured: Measured) => {
  const { calls, growth, pages, navigations, outlines, classes, searches, start, soak, fills, allMs } = measured
  return [
    ...missedByCalls(calls),
    ...growth.flatMap(missedByGrowth),
    ...[...pages, ...(outlines?.pages ?? [])].flatMap(missedByPage),
    ...navigations.flatMap(({ name, p95, aim }) => above(p95, aim, `${name}, p95`, 'ms')),
    ...(classes ?? []).flatMap(missedByClass),
    ...(searches ?? []).flatMap(({ name, search, role, p95 }) =>
      above(p95, maxSearchMs, `${name}: «${search}» by a ${role}, p95`, 'ms'),
    ),
    ...(start ? above(start.startMs, maxima.startMs, 'The start', 'ms') : []),
    ...(start ? above(start.both, maxima.rest, 'At rest', 'MB') : []),
    ...(soak ? above(soak.parts.at(-1)?.end ?? null, maxSoakMemory, 'After the last request of many', 'MB') : []),
    ...fills.flatMap(({ users, took }) =>
      above(took / 1000, maxima.fillMs / 1000, `Filling the school of ${whole(users)} users`, 's'),
    ),
    ...(allMs === null ? [] : above(allMs / 1000, maxima.allMs / 1000, 'The whole measurement', 's')),
  ]
}
