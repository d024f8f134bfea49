import { defineConfig } from 'vitest/config'

/** Unit and API tests, beside what they test; the browser's stand in e2e/ and have a runner of their own. */
export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'build/**', 'data/**', 'tmp/**', 'e2e/**'],
    globalSetup: ['server/testing/postgres.setup.ts'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // what a test waits for comes when it comes: how soon is for the bench
    expect: { poll: { timeout: 15_000 } },
    // letters and times of day must not depend on the machine
    env: { TZ: 'UTC' },
  },
})
