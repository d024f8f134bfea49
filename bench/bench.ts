import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { type CallResult, measureCall, warmUpCalls } from './calls.ts'
import { type ClassResult, classUsers, measureClasses, measurePeople } from './classes.ts'
import { measureFileMemory, measureFileSpeed } from './files.ts'
import { compareSchools, growthUsers, measureSchool } from './growth.ts'
import { missedAims } from './missed-aims.ts'
import { measureNavigations } from './navigations.ts'
import { measureOutlines } from './outlines.ts'
import { measurePage, type PageResult } from './pages.ts'
import { measureScale, type ScaleResult } from './scale.ts'
import { findCalls, findPages, signIn } from './school.ts'
import { maxSearchMs, measureSearch, type SearchResult, searchedSchool } from './search.ts'
import { openSite, type Site } from './site.ts'
import { measureSoak, type SoakResult } from './soak.ts'
import { measureStart } from './start.ts'
import { measureStreams, type StreamsResult } from './streams.ts'
import {
  callTable,
  circumstances,
  classTable,
  type Fill,
  failures,
  fileTable,
  fillTable,
  growthTable,
  memoryTable,
  navigationTable,
  outlineTable,
  pageTable,
  remarks,
  scaleTable,
  searchTable,
  soakSummary,
  soakTable,
  startTable,
  streamMemoryTable,
  streamTable,
} from './tables.ts'

const connectionCounts = [1, 16]
const seconds = Number(process.env.BENCH_SECONDS) || 2
/** How long each call of the growing school is repeated. */
const growthSeconds = Math.min(0.5, seconds)
const isElsewhere = Boolean(process.env.BENCH_URL)
const durations = { seconds, warmUp: Math.min(1, seconds) }

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

/**
 * What can be measured by itself: `npm run bench -- calls pages`; without a name all of it is, except the long parts.
 */
const partNames = [
  'pages',
  'navigations',
  'calls',
  'files',
  'growth',
  'outlines',
  'classes',
  'search',
  'start',
  'streams',
  'soak',
  'scale',
] as const
const longParts: readonly Part[] = ['soak', 'scale']
type Part = (typeof partNames)[number]

const isPart = (name: string): name is Part => partNames.some((part) => part === name)

const readParts = (names: string[]): ReadonlySet<Part> => {
  const unknown = names.find((name) => !isPart(name))
  if (unknown) throw new Error(`There is no part «${unknown}» of the measurement: ${partNames.join(', ')}.`)
  return new Set(names.length > 0 ? names.filter(isPart) : partNames.filter((part) => !longParts.includes(part)))
}

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const parts = readParts(named)
const isSaved = process.argv.includes('--save')
if (isSaved && named.length > 0) throw new Error('Only a whole measurement is saved.')

/** How long each part took, in milliseconds, in the order in which they ended. */
const took = new Map<Part, number>()

/** Measures a part, if it is wanted; null otherwise. A part may be measured in several goes. */
const measured = async <Result>(part: Part, act: () => Promise<Result>): Promise<Result | null> => {
  if (!parts.has(part)) return null
  const began = performance.now()
  const result = await act()
  took.set(part, (took.get(part) ?? 0) + performance.now() - began)
  return result
}

/** The school in which calls are measured beside a bare server. */
const callUsers = 10_000

const measurePages = async ({ url }: Site) => {
  const browser = await openBrowser()
  const loadPages = async () => {
    const results: PageResult[] = []
    for (const page of await findPages(url)) {
      console.error(`Loading ${page.path}`)
      results.push(await measurePage(browser, url, page))
    }
    return results
  }
  try {
    const pages = await measured('pages', loadPages)
    const navigations = await measured('navigations', () => measureNavigations(browser, url))
    return { pages: pages ?? [], navigations: navigations ?? [], version: browser.version() }
  } finally {
    // an idle browser would still take its share of the machine
    await browser.close()
  }
}

const measureCalls = async ({ url }: Site) => {
  const results: CallResult[] = []
  const calls = await findCalls(url)
  await warmUpCalls(url, calls, durations.warmUp)
  for (const call of calls) {
    console.error(`Measuring ${call.name}`)
    results.push(...(await measureCall(url, call, connectionCounts, durations)))
  }
  return results
}

/** First the demo school, then the same school as it grows. */
const measure = async (site: Site) => {
  // a site that runs elsewhere keeps its school unchanged
  const isOwn = site.databaseUrl !== null
  const fills: Fill[] = []
  const fill = async (users: number) => {
    fills.push({ users, took: await site.fill(users) })
  }
  const grown = async (users: number) => {
    if (!isOwn) return null
    return measured('growth', async () => {
      await fill(users)
      return measureSchool(site, growthSeconds)
    })
  }
  const shown = await measurePages(site)
  const files = await measured('files', async () => measureFiles(site, await signIn(site.url, 'student')))
  const few = await grown(growthUsers.few)
  const calls = await measured('calls', async () => {
    if (isOwn) await fill(callUsers)
    return measureCalls(site)
  })
  const many = await grown(growthUsers.many)
  return { ...shown, files, fills, calls: calls ?? [], growth: compareSchools(few ?? [], many ?? []) }
}

const measureSite = async () => {
  const site = await openSite()
  try {
    return await measure(site)
  } finally {
    await site.stop()
  }
}

/** People, classes and search, in one school that grows from part to part. */
const measureLargeLists = async () => {
  if (isElsewhere || !(parts.has('classes') || parts.has('search'))) return { classes: null, searches: null }
  const site = await openSite({}, { isCounted: true })
  try {
    const few = await measured('classes', () => measurePeople(site))
    const searches = await measured('search', () => measureSearch(site))
    const classes = few && (await measured('classes', () => measureClasses(site, few)))
    return { searches, classes }
  } finally {
    await site.stop()
  }
}

interface Results extends Awaited<ReturnType<typeof measure>> {
  outlines: Awaited<ReturnType<typeof measureOutlines>> | null
  classes: ClassResult[] | null
  searches: SearchResult[] | null
  start: Awaited<ReturnType<typeof measureStart>> | null
  streams: StreamsResult | null
  soak: SoakResult | null
  scale: ScaleResult[] | null
}

/** Such as «1:05 min». */
const durationOf = (ms: number) => {
  const total = Math.round(ms / 1000)
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')} min`
}

const report = (results: Results) => {
  const {
    calls,
    pages,
    navigations,
    version,
    files,
    fills,
    growth,
    outlines,
    classes,
    searches,
    start,
    streams,
    soak,
    scale,
  } = results
  const allMs = performance.now() - began
  const missed = missedAims({ ...results, allMs: named.length > 0 ? null : allMs })
  const notes = [...remarks(pages), ...missed, ...failures(pages, calls)]
  return [
    circumstances(version),
    `Measured in ${durationOf(allMs)}: ${[...took].map(([part, ms]) => `${part} ${durationOf(ms)}`).join(', ')}; the rest is starting sites.`,
    ...(fills.length > 0
      ? [
          '## The school\n\nThe demo school, filled by COPY: each row adds what the one before lacks. With indexes, statistics and visibility maps.',
          fillTable(fills),
        ]
      : []),
    ...(calls.length > 0
      ? [
          `## Calls\n\n${isElsewhere ? 'Of the site that runs elsewhere' : `In the school of ${callUsers.toLocaleString('en')} users`}, ${seconds} s each; beside a bare \`node:http\` server that answers the same bytes.`,
          callTable(calls),
        ]
      : []),
    ...(growth.length > 0
      ? [
          '## Growth\n\nThe same calls in a small and in a large school, over one connection: repeated, so that they may be answered from memory, and each after a change of every table, so that none is.',
          growthTable(growth),
        ]
      : []),
    ...(outlines
      ? [
          '## Long courses\n\nCourses of the demo teacher and student, each call after a change of every table, so that nothing is kept for it; statements are counted on their way to the database, which takes a moment for each.',
          outlineTable(outlines.calls),
          'First loads of the page of the longest, as in the section of first loads.',
          pageTable(outlines.pages),
        ]
      : []),
    ...(classes
      ? [
          `## People, classes, announcements\n\nIn the school of ${classUsers.toLocaleString('en')} users, each call after a change of every table. Aim: the same number of statements whatever the size.`,
          classTable(classes),
        ]
      : []),
    ...(searches
      ? [
          `## Search\n\nSearches of everything, in a school of ${searchedSchool.people.toLocaleString('en')} people and ${searchedSchool.lessons.toLocaleString('en')} lessons; nothing is kept for a search. Aim: 95 % of the first results within ${maxSearchMs} ms.`,
          searchTable(searches),
        ]
      : []),
    ...(start
      ? [
          '## Start and rest\n\n`npm start` from a built tree with its demo school: until `/api/health` is fine, and the memory of the watcher and the server 10 s later, before anybody came. What both share, such as the program of Node, counts once (Linux only).',
          startTable(start),
        ]
      : []),
    ...(streams
      ? [
          '## Live streams\n\nEach person has one open stream, all of them in one process. From the commit of an act that notifies all, or from the moment all streams are cut, to the first, the middle and the last of them; the longest that another call took meanwhile; the time of the processor that the server used.',
          streamTable(streams.moments),
          streamMemoryTable(streams),
        ]
      : []),
    ...(soak
      ? [
          '## A million requests\n\nA mix of calls and pages of 300 students, 10 teachers and guests in a school of 10,000 users, over 32 connections. Memory of the server with its workers.',
          soakTable(soak),
          soakSummary(soak),
        ]
      : []),
    ...(scale
      ? [
          '## Processes and a replica\n\nCalls in a school of 10,000 users, over 16 connections, the same one again and again, or each once by somebody else, so that nothing is kept for it; with one and two processes, without and with a streaming replica, all on this machine. Time of the processor for each call.',
          scaleTable(scale),
        ]
      : []),
    ...(pages.length > 0
      ? [
          '## First loads\n\nCold cache, no throttling; KB of 1000 bytes over the wire; times in the middle of three loads. API rounds: how many calls are in a row, each waiting for the one before.',
          pageTable(pages),
        ]
      : []),
    ...(navigations.length > 0
      ? [
          '## Steps inside the app\n\nFrom the click or the key to the paint of what it leads to, by the marks of the browser, after a moment over the link. CPU: of the main thread, with what pointing at the link loads.',
          navigationTable(navigations),
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

const began = performance.now()
const found = await measureSite()
const lists = await measureLargeLists()
const ofOwn = <Result>(part: Part, act: () => Promise<Result>) => (isElsewhere ? null : measured(part, act))
const outlines = await ofOwn('outlines', () => measureOutlines(openBrowser))
const start = await ofOwn('start', measureStart)
const streams = await ofOwn('streams', measureStreams)
const soak = await ofOwn('soak', measureSoak)
const scale = await ofOwn('scale', () => measureScale(seconds))
const results = { ...found, ...lists, outlines, start, streams, soak, scale }
const text = report(results)
console.log(`\n${text}`)
if (isSaved) {
  const note = 'Written by `npm run bench -- --save`; the figures are of that one run on that one machine.'
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), `# The last saved measurement\n\n${note}\n\n${text}\n`)
}
// a slow site is a result; one that fails to respond is a failure
if (failures(results.pages, results.calls).length > 0) process.exitCode = 1
