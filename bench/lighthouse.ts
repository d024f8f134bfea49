import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '#server/testing/free-port.ts'
import { openSite } from './site.ts'
import { circumstances, type LighthouseResult, lighthouseTable } from './tables.ts'

const runs = Number(process.env.BENCH_RUNS) || 5

/** The public pages, one of each kind. */
const publicPages = async (site: string) => {
  const { home } = await (await fetch(`${site}/api/home`)).json()
  const [project] = home.projects
  return [
    '/',
    '/projects',
    `/projects/${project.id}`,
    `/users/${project.authors[0].id}`,
    `/programs/${home.courses[0].id}`,
    '/organisation/page1',
  ]
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

const complaintsOf = ({ categories, audits }: Report) =>
  Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id])
      .filter((audit) => audit && audit.score !== null && audit.score < (id === 'performance' ? 0.9 : 1))
      .map((audit) => `${audit?.title}${audit?.displayValue ? ` (${audit.displayValue})` : ''}`),
  )

/** Lighthouse's own preset for phones, with its slow network and processor. */
const measurePage = async (url: string, port: number): Promise<LighthouseResult> => {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' })
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? `No report of ${url}`)
    reports.push(result.lhr)
  }
  const score = (category: string) => median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100))
  const figure = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))
  return {
    path: new URL(url).pathname,
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    runs: reports.map(({ categories }) => (categories.performance?.score ?? 0) * 100),
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    tbt: figure('total-blocking-time'),
    complaints: [...new Set(reports.flatMap(complaintsOf))],
  }
}

const measure = async (site: string) => {
  const port = await freePort()
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const results: LighthouseResult[] = []
    for (const path of await publicPages(site)) {
      console.error(`Looking at ${path}`)
      results.push(await measurePage(site + path, port))
    }
    return { results, version: browser.version() }
  } finally {
    await browser.close()
  }
}

const site = await openSite()
try {
  const { results, version } = await measure(site.url)
  const complaints = results.flatMap(({ path, complaints }) => complaints.map((complaint) => `- ${path}: ${complaint}`))
  const text = [
    circumstances(version),
    `Lighthouse's preset for phones with its simulated network and processor, as guests; the median of ${runs} runs of each page.`,
    lighthouseTable(results),
    ...(complaints.length > 0 ? [complaints.join('\n')] : []),
  ].join('\n\n')
  console.log(`\n${text}`)
  if (process.argv.includes('--save')) {
    const note =
      'Written by `npm run bench -- --lighthouse --save`; the figures are of that one run on that one machine.'
    await writeFile(join(import.meta.dirname, 'LIGHTHOUSE.md'), `# Lighthouse\n\n${note}\n\n${text}\n`)
  }
} finally {
  await site.stop()
}
