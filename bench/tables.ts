import { cpus } from 'node:os'
import type { CallResult } from './calls.ts'
import type { ClassResult } from './classes.ts'
import type { FileMemory, FileSpeed } from './files.ts'
import { type GrowthResult, growthUsers } from './growth.ts'
import { sizeOf } from './large-school.ts'
import type { NavigationResult } from './navigations.ts'
import { type OutlineResult, outlineSizes } from './outlines.ts'
import type { PageResult } from './pages.ts'
import type { ScaleResult } from './scale.ts'
import { maxSearchMs, type SearchResult } from './search.ts'
import { maxSoakMemory, type SoakResult } from './soak.ts'
import type { StartResult } from './start.ts'
import type { StreamMoment, StreamsResult } from './streams.ts'
import { kinds } from './traffic.ts'

/** How long it took to fill the school, in milliseconds. */
export interface Fill {
  users: number
  took: number
}

/** Lighthouse's scores of a page, from 0 to 100: the median of several runs of each. */
export interface LighthouseResult {
  path: string
  performance: number
  accessibility: number
  practices: number
  seo: number
  /** Performance of each run. */
  runs: number[]
  /** First and largest contentful paint, in milliseconds; shift without a unit; blocked time, in milliseconds. */
  fcp: number
  lcp: number
  cls: number
  tbt: number
  /** Audits that cost points, by their titles. */
  complaints: string[]
}

/** A table that is readable in a terminal and is Markdown too. The first column is text, the others are numbers. */
const table = (head: string[], rows: string[][]) => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const whole = (number: number) => Math.round(number).toLocaleString('en')
const fine = (number: number) => number.toFixed(2)
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
/** A number that may be unknown. */
const known = (figure: number | null) => (figure === null ? '—' : whole(figure))

/** Calls beside the bare server. */
export const callTable = (results: CallResult[]) =>
  table(
    [
      'call',
      'bytes',
      'connections',
      'req/s',
      'p50 ms',
      'p99 ms',
      'bare req/s',
      'bare p50',
      'bare p99',
      'p99 / p50',
      'ratio',
    ],
    results.map(({ name, bytes, connections, site, bare }) => [
      name,
      whole(bytes),
      String(connections),
      whole(site.perSecond),
      fine(site.p50),
      fine(site.p99),
      whole(bare.perSecond),
      fine(bare.p50),
      fine(bare.p99),
      fine(site.p99 / site.p50),
      fine(site.perSecond / bare.perSecond),
    ]),
  )

/** Calls in a small and in a large school. */
export const growthTable = (results: GrowthResult[]) =>
  table(
    [
      'call',
      ...[growthUsers.few, growthUsers.many].map((users) => `${whole(users)} users: p50 ms`),
      'growth',
      ...[growthUsers.few, growthUsers.many].map((users) => `${whole(users)}, after a change`),
      'growth',
    ],
    results.map(({ name, few, many }) => [
      name,
      fine(few.repeated),
      fine(many.repeated),
      fine(many.repeated / few.repeated),
      fine(few.afterChange),
      fine(many.afterChange),
      fine(many.afterChange / few.afterChange),
    ]),
  )

/** Courses of several sizes. */
export const outlineTable = (results: OutlineResult[]) =>
  table(
    ['call', ...outlineSizes.flatMap((size) => [`${size} lessons: queries`, 'KB', 'p50 ms', 'p95 ms'])],
    results.map(({ name, sizes }) => [
      name,
      ...sizes.flatMap(({ queries, bytes, p50, p95 }) => [whole(queries), kilobytes(bytes), fine(p50), fine(p95)]),
    ]),
  )

/** Calls of those who run a school, by size. */
export const classTable = (results: ClassResult[]) =>
  table(
    ['call', 'size', 'queries', 'KB', 'p50 ms', 'p95 ms'],
    results.flatMap(({ name, sizes }) =>
      sizes.map(({ size, result: { queries, bytes, p50, p95 } }) => [
        name,
        size,
        whole(queries),
        kilobytes(bytes),
        fine(p50),
        fine(p95),
      ]),
    ),
  )

/** Searches of everything. */
export const searchTable = (results: SearchResult[]) =>
  table(
    ['search', 'by', 'queries', 'p50 ms', 'p95 ms', 'met'],
    results.map(({ name, search, role, queries, p50, p95 }) => [
      `${name}: «${search}»`,
      role,
      whole(queries),
      fine(p50),
      fine(p95),
      p95 < maxSearchMs ? 'yes' : 'no',
    ]),
  )

/** How long the filling of schools took. */
export const fillTable = (fills: Fill[]) =>
  table(
    ['users', 'courses', 'tasks', 'notifications', 'filled in, s'],
    fills.map(({ users, took }) => [
      whole(users),
      ...[sizeOf(users).courses, sizeOf(users).tasks, sizeOf(users).notifications].map(whole),
      fine(took / 1000),
    ]),
  )

/** First loads, in KB of 1000 bytes as received over the wire. */
export const pageTable = (results: PageResult[]) =>
  table(
    ['page', 'requests', 'aim', ...kinds, 'all KB', 'aim KB', 'met', 'content ms', 'LCP ms', 'API rounds'],
    results.map(({ path, requests, bytes, total, aim, content, lcp, chain }) => [
      path,
      String(requests),
      String(aim.requests),
      ...kinds.map((kind) => kilobytes(bytes[kind])),
      kilobytes(total),
      whole(aim.bytes / 1000),
      total <= aim.bytes && requests <= aim.requests ? 'met' : 'not met',
      known(content),
      known(lcp),
      String(chain.length),
    ]),
  )

/** Files beside the bare server that writes and reads the same bytes, in megabytes a second. */
export const fileTable = ({ megabytes, site, bare }: FileSpeed) =>
  table(
    ['file', 'MB', 'site MB/s', 'bare MB/s', 'ratio'],
    (['up', 'down'] as const).map((way) => [
      way === 'up' ? 'upload by tus' : 'download by a link',
      whole(megabytes),
      whole(site[way]),
      whole(bare[way]),
      fine(site[way] / bare[way]),
    ]),
  )

/** Steps inside the app, by the browser's clock. */
export const navigationTable = (results: NavigationResult[]) =>
  table(
    ['step', 'times', 'p50 ms', 'p95 ms', 'aim ms', 'met', 'CPU ms'],
    results.map(({ name, count, p50, p95, aim, cpu }) => [
      name,
      whole(count),
      whole(p50),
      whole(p95),
      whole(aim),
      p95 <= aim ? 'met' : p50 <= aim ? 'by p50' : 'not met',
      whole(cpu),
    ]),
  )

/** The server's memory while files of different sizes go up and down, in megabytes. */
export const memoryTable = (results: FileMemory[]) =>
  table(
    ['file', 'MB', 'peak RSS, MB'],
    results.map(({ megabytes, peak }) => ['up and down', whole(megabytes), known(peak)]),
  )

/** How the site starts, and what it takes while nobody is there. */
export const startTable = ({ startMs, watcher, server, both }: StartResult) =>
  table(
    ['start, ms', 'both at rest, MB', 'watcher RSS, MB', 'server RSS, MB'],
    [[whole(startMs), known(both), known(watcher), known(server)]],
  )

/** Calls with one and several processes, without and with a replica. */
export const scaleTable = (results: ScaleResult[]) =>
  table(
    [
      'call',
      'processes',
      'replica',
      'req/s',
      'p50 ms',
      'p99 ms',
      'site CPU, µs',
      'database CPU, µs',
      'replica CPU, µs',
      'failed',
    ],
    results.map(({ name, processes, hasReplica, load, cpu }) => [
      name,
      String(processes),
      hasReplica ? 'yes' : 'no',
      whole(load.perSecond),
      fine(load.p50),
      fine(load.p99),
      known(cpu.site),
      known(cpu.primary),
      hasReplica ? known(cpu.replica) : '—',
      whole(load.failed),
    ]),
  )

/** What happens to all streams, in milliseconds. */
export const streamTable = (moments: StreamMoment[]) =>
  table(
    ['streams', 'first, ms', 'p50', 'last', 'longest other call', 'server CPU, ms'],
    moments.map(({ name, first, p50, last, longestCall, cpuMs }) => [
      name,
      ...[first, p50, last, longestCall].map(whole),
      known(cpuMs),
    ]),
  )

/** The server's memory with many streams, in megabytes. */
export const streamMemoryTable = ({ before, open, reconnected, streams }: StreamsResult) =>
  table(
    ['server RSS, MB', 'without streams', `with ${whole(streams)}`, 'KB a stream', 'after they came back'],
    [
      [
        'one process',
        known(before),
        known(open),
        known(before && open && ((open - before) / streams) * 1024),
        known(reconnected),
      ],
    ],
  )

/** The server's memory through many requests, by tenths. */
export const soakTable = ({ parts }: SoakResult) =>
  table(
    ['requests', 'req/s', 'RSS, MB', 'peak, MB'],
    parts.map(({ requests, perSecond, end, peak }) => [whole(requests), whole(perSecond), whole(end), whole(peak)]),
  )

/** Whether the memory stayed within its limit, and how it grew. */
export const soakSummary = ({ parts, growth, failed }: SoakResult) => {
  const end = parts.at(-1)?.end ?? 0
  const aim = end <= maxSoakMemory ? 'met' : 'not met'
  return `The aim of ${maxSoakMemory} MB at the end is ${aim}. Over the second half it grew by ${fine(growth)} MB for 100,000 requests. ${whole(failed)} requests failed.`
}

/** What Lighthouse says of the public pages. */
export const lighthouseTable = (results: LighthouseResult[]) =>
  table(
    [
      'page',
      'performance',
      'of each run',
      'accessibility',
      'best practices',
      'SEO',
      'FCP ms',
      'LCP ms',
      'TBT ms',
      'CLS',
    ],
    results.map((result) => [
      result.path,
      whole(result.performance),
      result.runs.map(whole).join(' '),
      whole(result.accessibility),
      whole(result.practices),
      whole(result.seo),
      whole(result.fcp),
      whole(result.lcp),
      whole(result.tbt),
      result.cls.toFixed(3),
    ]),
  )

/** Pages whose API calls waited for each other, and the complaints of their scripts. */
export const remarks = (pages: PageResult[]) => [
  ...pages
    .filter(({ chain }) => chain.length > 1)
    .map(({ path, chain }) => `${path} calls in turn: ${chain.join(' → ')}`),
  ...pages.flatMap(({ path, problems }) => problems.map((problem) => `${path}: ${problem}`)),
]

/** Calls with a wrong response. */
export const failures = (pages: PageResult[], calls: CallResult[]) => [
  ...pages.flatMap((page) => page.failures.map((failure) => `FAILED ${page.path}: ${failure}`)),
  ...calls.flatMap(({ name, connections, site, bare }) =>
    Object.entries({ site, bare })
      .filter(([, { responses, failed }]) => failed > 0 || responses === 0)
      .map(([server, { responses, failed }]) => {
        return `FAILED ${name} (${server}, ${connections} connections): ${failed} of ${responses} responses`
      }),
  ),
]

/** The machine and the moment of the measurement. */
export const circumstances = (chromium: string) => {
  const [cpu] = cpus()
  const cores = `${cpus().length} × ${cpu?.model.trim() || process.arch}`
  return `${new Date().toISOString().slice(0, 10)}, ${cores}, Node ${process.version}, Chromium ${chromium}`
}
