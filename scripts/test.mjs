import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { Failure, main, node, root, run } from './project.mjs'

/** `npm test`: everything. `npm test -- unit` and `npm test -- e2e`: one half; what follows goes to its runner. */
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

/** With the project's Node first on the path, also for what the tests start. */
function environment() {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
}

async function unit(report, options) {
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(node, [cli, 'run', ...reporters, ...options], { env: environment() })
  return countOf(code, report, ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
    passed: numPassedTests,
    // A file that could not even be loaded has no tests to fail.
    failed:
      numFailedTests + testResults.filter((file) => file.status === 'failed' && !file.assertionResults.length).length,
    skipped: numPendingTests + numTodoTests,
  }))
}

async function e2e(report, browser, options) {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const env = { ...environment(), ...(browser && { CHROMIUM_PATH: browser }), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await run(node, [cli, 'test', '--reporter=list,json', ...options], { env })
  return countOf(code, report, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
}

/** A runner that ended badly without a failed test to show for it (it crashed, or found nothing to run) counts as one. */
function countOf(code, report, read) {
  let count = { passed: 0, failed: 0, skipped: 0 }
  try {
    count = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { ...count, failed: 1 }
  }
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function summarize(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed || !passed ? 1 : 0
}
