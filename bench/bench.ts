import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { type CallResult, measureCall } from './calls.ts'
import { measureFileMemory, measureFileSpeed } from './files.ts'
import type { GrownResult } from './grown.ts'
import { measurePage, type PageResult } from './pages.ts'
import { measureQueue } from './queue.ts'
import { type School, visitSchool } from './school.ts'
import { measureSearch } from './search.ts'
import { openSite, type Site } from './site.ts'
import { measureStart, type StartResult } from './start.ts'
import {
  callTable,
  circumstances,
  failures,
  fileTable,
  grownFailures,
  grownTable,
  memoryTable,
  pageTable,
  remarks,
  startTable,
} from './tables.ts'

const connectionCounts = [1, 16]
const seconds = Number(process.env.BENCH_SECONDS) || 5
const durations = { seconds, warmUp: Math.min(3, seconds) }

const openBrowser = () =>
  chromium.launch({
    // the site has to handle a signal first, see site.ts; the browser ends with this process
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  })

/** In megabytes: one to time, and some between which the memory should not differ. */
const fileSizes = { speed: 256, memory: [16, 512, 1024] }

const measureFiles = async (site: Site, token: string) => {
  const memory = []
  for (const size of fileSizes.memory) {
    console.error(`Watching the memory while ${size} MB go up and down`)
    memory.push(await measureFileMemory(site, token, size))
  }
  console.error(`Sending and reading ${fileSizes.speed} MB`)
  return { memory, speed: await measureFileSpeed(site, token, fileSizes.speed) }
}

/** What can be measured by itself: `npm run bench -- calls pages`; without a name all of it is. */
const partNames = ['pages', 'calls', 'files', 'queue', 'search', 'start'] as const
type Part = (typeof partNames)[number]

const isPart = (name: string): name is Part => partNames.some((part) => part === name)

const readParts = (names: string[]): ReadonlySet<Part> => {
  const unknown = names.find((name) => !isPart(name))
  if (unknown) throw new Error(`There is no part «${unknown}» of the measurement: ${partNames.join(', ')}.`)
  return new Set(names.length > 0 ? names.filter(isPart) : partNames)
}

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const parts = readParts(named)
const isSaved = process.argv.includes('--save')
if (isSaved && named.length > 0) throw new Error('Only a whole measurement is saved.')

const measurePages = async (site: string, { pages }: School) => {
  const browser = await openBrowser()
  try {
    const results: PageResult[] = []
    for (const page of parts.has('pages') ? pages : []) {
      console.error(`Loading ${page.path}`)
      results.push(await measurePage(browser, site, page))
    }
    return { pages: results, version: browser.version() }
  } finally {
    // an idle browser would still take its share of the machine
    await browser.close()
  }
}

const measureCalls = async (site: string, { calls }: School) => {
  const results: CallResult[] = []
  for (const call of calls) {
    console.error(`Measuring ${call.name}`)
    results.push(...(await measureCall(site, call, connectionCounts, durations)))
  }
  return results
}

const measure = async (running: Site) => {
  const school = await visitSchool(running.url)
  const shown = await measurePages(running.url, school)
  return {
    ...shown,
    calls: parts.has('calls') ? await measureCalls(running.url, school) : [],
    files: parts.has('files') ? await measureFiles(running, school.token) : null,
  }
}

interface Results extends Awaited<ReturnType<typeof measure>> {
  queue: GrownResult[]
  start: StartResult | null
  search: GrownResult[]
}

const failuresOf = ({ pages, calls, queue, search }: Results) => [
  ...failures(pages, calls),
  ...grownFailures([...queue, ...search]),
]

const report = (results: Results) => {
  const { calls, pages, version, files, queue, search, start } = results
  const notes = [...remarks(pages), ...failuresOf(results)]
  return [
    circumstances(version),
    ...(calls.length > 0
      ? [
          `## Calls\n\nOf the demo school, ${seconds} s each; beside a bare \`node:http\` server that answers the same bytes.`,
          callTable(calls),
        ]
      : []),
    ...(queue.length > 0
      ? [
          '## The desk\n\nThe same calls in the demo school, and in the same database once 50,000 tasks of 20 courses and 1,000 students have come into it, 10,000 of them waiting. A teacher has two of these courses, a curator all.',
          grownTable(queue, 'few tasks', '50,000 tasks'),
        ]
      : []),
    ...(search.length > 0
      ? [
          '## The search\n\nThe same calls in the demo school, and in the same database once 5,000 projects of 1,000 authors have come into it.',
          grownTable(search, 'few projects', '5,000 projects'),
        ]
      : []),
    ...(start
      ? [
          '## Start and rest\n\n`npm start` from a built tree with its demo school: until `/api/health` is fine, and the memory of the watcher and the server 10 s later, before anybody came. What both share, such as the program of Node, counts once (Linux only).',
          startTable(start),
        ]
      : []),
    ...(pages.length > 0
      ? [
          '## First loads\n\nCold cache, no throttling; KB of 1000 bytes over the wire; times in the middle of three loads. API rounds: how many calls stand in a row, each waiting for the one before.',
          pageTable(pages),
        ]
      : []),
    ...(files
      ? [
          '## Files\n\nIn the middle of three times; beside a bare `node:http` server that writes the same bytes into a file and reads them back. The site also flushes a whole upload to the disk before it confirms it.',
          fileTable(files.speed),
          memoryTable(files.memory),
        ]
      : []),
    ...(notes.length ? [notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n')
}

const measureSite = async () => {
  const site = await openSite()
  try {
    return await measure(site)
  } finally {
    await site.stop()
  }
}

const found = await measureSite()
// a site that runs elsewhere keeps its tasks unchanged
const isOwn = (part: Part) => parts.has(part) && !process.env.BENCH_URL
const queue = isOwn('queue') ? await measureQueue(Math.min(seconds, 3)) : []
const search = isOwn('search') ? await measureSearch(Math.min(seconds, 3)) : []
const start = isOwn('start') ? await measureStart() : null
const results = { ...found, queue, search, start }
const text = report(results)
console.log(`\n${text}`)
if (isSaved) {
  const note = 'Written by `npm run bench -- --save`; the figures are of that one run on that one machine.'
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), `# The last saved measurement\n\n${note}\n\n${text}\n`)
}
// a slow site is a result; one that fails to respond is a failure
if (failuresOf(results).length > 0) process.exitCode = 1
