import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { vapidKeys } from './server/notifications/vapid-keys.fixture.ts'
import { freePort } from './server/testing/free-port.ts'

// this file is read again by every worker: the first reading decides
process.env.VAPID_KEYS ??= vapidKeys
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'praktika-e2e-'))
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`

/** Stories in a real browser against the site as `npm start` runs it, with the demo school. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  // one more than cores: stories also wait
  workers: 3,
  // a new text of the consent is asked of everybody at once: beside it, other stories would be asked to read it
  projects: [
    { name: 'alone', testMatch: 'new-text.e2e.ts' },
    { name: 'stories', testIgnore: 'new-text.e2e.ts', dependencies: ['alone'] },
  ],
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  globalTeardown: './e2e/remove-data.ts',
  use: {
    baseURL,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1280, height: 800 },
    // what moves is drawn again sixty times a second: a fifth of the browser's time. e2e/shell.e2e.ts lets things move
    contextOptions: { reducedMotion: 'reduce' },
    // Playwright's own takes one of each page that a story closes, in case the story fails later: see e2e/school.ts
    screenshot: 'off',
    // it would make requests in place of pages, past what stories intercept; those about it allow it
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // two processes fewer to wake: for each frame, and for each request
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // all pages of a context share its process: see e2e/kept-context.ts. With sites kept apart, each page began in
        // a new one all the same: 12 visits took 25 s instead of 17
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
        // a page lives for seconds: optimizing its scripts costs a fifth of its time and pays only in hours of use
        '--js-flags=--no-maglev,--no-turbofan,--min-semi-space-size=16',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${baseURL}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    // a story's tool runs on this machine
    env: { PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR, LTI_LOCAL_TOOLS: 'true' },
  },
})
