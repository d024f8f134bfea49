import { cpus } from 'node:os'
import type { CallResult } from './calls.ts'
import type { FileMemory, FileSpeed } from './files.ts'
import type { GrownResult } from './grown.ts'
import type { LighthouseResult } from './lighthouse.ts'
import type { PageResult } from './pages.ts'
import type { StartResult } from './start.ts'
import { kinds } from './traffic.ts'

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
    ['call', 'bytes', 'connections', 'req/s', 'p50 ms', 'p99 ms', 'bare req/s', 'bare p50', 'bare p99', 'ratio'],
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
      fine(site.perSecond / bare.perSecond),
    ]),
  )

/** Calls in a small and in a large school; `much` describes the large one, `few` what the small one has few of. */
export const grownTable = (results: GrownResult[], few: string, much: string) =>
  table(
    ['call', 'connections', `${few}: p50 ms`, 'p99', `${much}: p50 ms`, 'p99', 'p99 ratio'],
    results.map(({ name, connections, few, many }) => [
      name,
      String(connections),
      fine(few.p50),
      fine(few.p99),
      fine(many.p50),
      fine(many.p99),
      fine(many.p99 / few.p99),
    ]),
  )

/** First loads, in KB of 1000 bytes as received over the wire. */
export const pageTable = (results: PageResult[]) =>
  table(
    ['page', 'requests', ...kinds, 'all KB', 'aim KB', 'met', 'content ms', 'LCP ms', 'API rounds'],
    results.map(({ path, requests, bytes, total, aim, content, lcp, chain }) => [
      path,
      String(requests),
      ...kinds.map((kind) => kilobytes(bytes[kind])),
      kilobytes(total),
      whole(aim / 1000),
      total <= aim ? 'met' : 'not met',
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

/** The same for calls in a small and in a large school. */
export const grownFailures = (results: GrownResult[]) =>
  results.flatMap(({ name, connections, few, many }) =>
    Object.entries({ 'small school': few, 'large school': many })
      .filter(([, { responses, failed }]) => failed > 0 || responses === 0)
      .map(([school, { responses, failed }]) => {
        return `FAILED ${name} (${school}, ${connections} connections): ${failed} of ${responses} responses`
      }),
  )

/** The machine and the moment of the measurement. */
export const circumstances = (chromium: string) => {
  const [cpu] = cpus()
  const cores = `${cpus().length} × ${cpu?.model.trim() || process.arch}`
  return `${new Date().toISOString().slice(0, 10)}, ${cores}, Node ${process.version}, Chromium ${chromium}`
}
