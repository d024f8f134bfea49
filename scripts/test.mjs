import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build } from './build.mjs'
import { changedFiles, readingTests, storiesOf, testsBeside } from './changed.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { Failure, main, node, root, run } from './project.mjs'
import { ensureTestPrograms } from './test-programs.mjs'

/**
 * The workers of each half while both run: as many as there are cores, so that the one that ends later still keeps them
 * busy, and no test waits for more than one other.
 */
const sharedWorkers = Math.max(2, availableParallelism())

/**
 * `npm test`: everything, both halves side by side. `npm test -- unit` and `npm test -- e2e`: one half; further
 * arguments are passed to its runner. `npm test -- changed`: what differs from a commit, by default the last one.
 */
await main(async () => {
  const [part, ...options] = process.argv.slice(2)
  if (part && !['unit', 'e2e', 'changed'].includes(part))
    throw new Failure('Бывает: npm test, npm test -- unit, npm test -- e2e, npm test -- changed.')
  const isChanged = part === 'changed'
  const [commit = 'HEAD'] = options
  const files = isChanged ? changedFiles(commit) : []
  const stories = storiesOf(files)
  if (isChanged) console.log(`Stories: ${stories.map((path) => basename(path, '.e2e.ts')).join(', ') || 'none'}`)
  await install()
  const browser = part === 'unit' ? undefined : await ensureChromium()
  if (part !== 'e2e') await ensureTestPrograms()
  await build()
  const reports = mkdtempSync(join(tmpdir(), 'praktika-tests-'))
  const [unitReport, e2eReport] = [join(reports, 'unit.json'), join(reports, 'e2e.json')]
  // see server/testing/prepared-folder.ts
  process.env.PREPARED_SITES = mkdtempSync(join(reports, 'sites-'))
  try {
    if (part === 'unit') return summarize([await unit(unitReport, ['run', ...options])])
    if (part === 'e2e')
      return summarize([await e2e(e2eReport, browser, options.length ? ['--no-deps', ...options] : [])])
    const halves = [
      unitAside(unitReport, isChanged ? ['related', ...files, ...testsBeside(files), ...readingTests] : ['run']),
    ]
    if (!isChanged || stories.length) halves.push(e2e(e2eReport, browser, [`--workers=${sharedWorkers}`, ...stories]))
    return summarize(await Promise.all(halves))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

/** With the project's Node first on the path, also for programs that the tests start. */
function environment() {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
}

/** Beside the stories: its output is printed when it has ended, and all of it only if it failed. */
async function unitAside(report, options) {
  const log = `${report}.log`
  const file = openSync(log, 'w')
  const result = await unit(report, [...options, `--maxWorkers=${sharedWorkers}`], { stdio: ['ignore', file, file] })
  closeSync(file)
  const output = readFileSync(log, 'utf8')
  console.log(result.failures.length ? output : output.slice(output.lastIndexOf('Test Files') - 10))
  return result
}

async function unit(report, options, streams = {}) {
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(node, [cli, ...options, '--run', ...reporters], { env: environment(), ...streams })
  return countOf(code, report, ({ numPassedTests, numPendingTests, numTodoTests, testResults }) => ({
    files: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    passed: numPassedTests,
    failures: testResults.flatMap(failuresOfFile),
    skipped: numPendingTests + numTodoTests,
  }))
}

/** A file that failed to load has no failed tests. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: `${file} > ${test.fullName}`, message: test.failureMessages.join('\n') }))
  return status === 'failed' && !assertionResults.length ? [{ name: file, message }] : failures
}

async function e2e(report, browser, options) {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const env = { ...environment(), ...(browser && { CHROMIUM_PATH: browser }), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  // for its workers, too: they make garbage quickly
  const code = await run(node, ['--max-semi-space-size=32', cli, 'test', '--reporter=list,json', ...options], { env })
  return countOf(code, report, ({ stats, suites, errors }) => ({
    files: suites.map((suite) => ({ name: `e2e/${suite.file}`, seconds: secondsOfSuite(suite) })),
    passed: stats.expected + stats.flaky,
    failures: [
      ...suites.flatMap(failuresOfSuite),
      ...errors.map(({ message }) => ({ name: 'e2e', message: stripVTControlCharacters(message) })),
    ],
    skipped: stats.skipped,
  }))
}

function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs
    .filter((spec) => !spec.ok)
    .map(({ file, line, title, tests }) => {
      // when the time of a story is over, the second error is the call that it waited for
      const results = tests.flatMap((test) => test.results)
      const message = results.flatMap((result) => result.errors.map((error) => error.message ?? '')).join('\n')
      const page = results
        .flatMap((result) => result.attachments)
        .map(pageOf)
        .join('')
      return { name: `e2e/${file}:${line} > ${title}`, message: stripVTControlCharacters(message), page }
    })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/**
 * The tree of roles and names of a page that a failed story has kept, see e2e/school.ts; empty for its other
 * attachments.
 */
function pageOf({ name, path }) {
  return name === 'page' ? `${readFileSync(path, 'utf8')}\n` : ''
}

function secondsOfSuite({ specs = [], suites = [] }) {
  const results = specs.flatMap((spec) => spec.tests).flatMap((test) => test.results)
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
  return suites.reduce((sum, suite) => sum + secondsOfSuite(suite), own)
}

/** A runner that failed without a failed test (it crashed, or found nothing to run) counts as one failure. */
function countOf(code, report, read) {
  const crash = { name: basename(report, '.json'), message: `the runner ended with code ${code}` }
  try {
    const count = read(JSON.parse(readFileSync(report, 'utf8')))
    return code !== 0 && !count.failures.length ? { ...count, failures: [crash] } : count
  } catch {
    return { files: [], passed: 0, failures: [crash], skipped: 0 }
  }
}

/** Lists the slowest files, and the failures again: thousands of lines are between it and the runner's own report. */
function summarize(results) {
  const files = results.flatMap((result) => result.files).toSorted((one, other) => other.seconds - one.seconds)
  console.log('\nThe slowest files:')
  for (const { name, seconds } of files.slice(0, 10)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const failures = results.flatMap((result) => result.failures)
  const [passed, skipped] = [sum('passed'), sum('skipped')]
  // the messages last: where only the end of a long output is kept, they are in it
  for (const { name, page } of failures) if (page) print(`The pages of ${name}`, page.split('\n').slice(0, 120))
  for (const { name, message } of failures) print(`FAILED ${name}`, message.split('\n').slice(0, 24))
  console.log(`\n${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failures.length ? 1 : 0
}

function print(title, lines) {
  console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`)
}
