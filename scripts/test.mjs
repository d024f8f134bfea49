import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { Failure, main, node, root, run } from './project.mjs'

/**
 * `npm test`: everything. `npm test -- unit` and `npm test -- e2e`: one half; further arguments are passed to its
 * runner.
 */
await main(async () => {
  const [half, ...options] = process.argv.slice(2)
  if (half && !['unit', 'e2e'].includes(half)) throw new Failure('Бывает: npm test, npm test -- unit, npm test -- e2e.')
  await install()
  const browser = half === 'unit' ? undefined : await ensureChromium()
  await build()
  const reports = mkdtempSync(join(tmpdir(), 'praktika-tests-'))
  try {
    const results = []
    if (half !== 'e2e') results.push(await unit(join(reports, 'unit.json'), options))
    if (half !== 'unit') results.push(await e2e(join(reports, 'e2e.json'), browser, options))
    return summarize(results)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
})

/** With the project's Node first on the path, also for programs that the tests start. */
function environment() {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
}

async function unit(report, options) {
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(node, [cli, 'run', ...reporters, ...options], { env: environment() })
  return countOf(code, report, ({ numPassedTests, numPendingTests, numTodoTests, testResults }) => ({
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
  const code = await run(
    node,
    [cli, 'test', '--reporter=list,json', ...(options.length ? ['--no-deps', ...options] : [])],
    { env },
  )
  return countOf(code, report, ({ stats, suites, errors }) => ({
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
      const [error] = tests.flatMap((test) => test.results).flatMap((result) => result.errors)
      return { name: `e2e/${file}:${line} > ${title}`, message: stripVTControlCharacters(error?.message ?? '') }
    })
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/** A runner that failed without a failed test (it crashed, or found nothing to run) counts as one failure. */
function countOf(code, report, read) {
  const crash = { name: basename(report, '.json'), message: `the runner ended with code ${code}` }
  try {
    const count = read(JSON.parse(readFileSync(report, 'utf8')))
    return code !== 0 && !count.failures.length ? { ...count, failures: [crash] } : count
  } catch {
    return { passed: 0, failures: [crash], skipped: 0 }
  }
}

/** Lists the failures again at the very end: thousands of lines are between it and the runner's own report. */
function summarize(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const failures = results.flatMap((result) => result.failures)
  const [passed, skipped] = [sum('passed'), sum('skipped')]
  for (const { name, message } of failures) {
    const lines = message.split('\n').slice(0, 12)
    console.log(`\nFAILED ${name}\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
  console.log(`\n${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failures.length || !passed ? 1 : 0
}
