import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', 'build/**', 'data/**', 'tmp/**', 'e2e/**']

/**
 * What changes the process for the files after it, or measures it: replaced modules and variables, a browser's
 * document. Spies are restored after each test, and clocks by each file. A file may also ask for a process of its own
 * by `@alone`, with the reason.
 */
const marks = /\bvi\.(mock|doMock|stub\w+|resetModules)\b|memoryUsage|cpuTimeMs|@vitest-environment|@alone/

const all = globSync('**/*.test.{ts,tsx}', { exclude })
const alone = all.filter((file) => marks.test(readFileSync(file, 'utf8')))

/** Unit and API tests, beside what they test; the browser's are in e2e/ and have a runner of their own. */
export default defineConfig({
  test: {
    globalSetup: ['server/testing/postgres.setup.ts'],
    setupFiles: ['server/testing/mask.setup.ts'],
    pool: 'forks',
    // tests make garbage quickly: collecting it in small steps took an eighth of their time
    execArgv: ['--max-semi-space-size=32'],
    // vitest leaves one core to itself, which has little to do
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // what a test waits for comes when it comes: how soon is for the bench
    expect: { poll: { timeout: 15_000 } },
    // spies must not outlive their test: files share a process
    restoreMocks: true,
    // letters and times of day must not depend on the machine
    env: { TZ: 'UTC' },
    projects: [
      // these share what they import: to load the app again for each file took longer than the tests
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['**/*.test.{ts,tsx}'], exclude: [...exclude, ...alone] },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude } },
    ],
  },
})
