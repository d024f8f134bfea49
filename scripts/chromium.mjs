import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { Failure, root, run } from './project.mjs'

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Chromium without a window: it draws the same, and runs the stories in little more than half the time. */
const headless = 'chromium-headless-shell'

/**
 * The Chromium to test with: the machine's own, the one without a window first unless `isWhole`, or Playwright's
 * (undefined). As root on Debian it is installed if there is none.
 */
export async function ensureChromium({ isWhole = false } = {}) {
  const names = isWhole ? whole : [headless, ...whole]
  const found = findChromium(names)
  if (found) return found.path
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Устанавливаю Chromium для тестов…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['-qq', 'update'], { env })
    const packages = [isWhole ? 'chromium' : headless, 'fonts-liberation']
    await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...packages], { env })
    const installed = findChromium(names)
    if (installed) return installed.path
  }
  throw new Failure(
    'Для тестов нужен Chromium. Установите его и запустите npm test ещё раз:\n' +
      '  sudo apt-get update && sudo apt-get install -y chromium',
  )
}

function findChromium(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const paths = [process.env.CHROMIUM_PATH, ...names.flatMap((name) => folders.map((folder) => join(folder, name)))]
  const path = paths.find((candidate) => candidate && existsSync(candidate) && works(candidate))
  if (path) return { path }
  return existsSync(playwrightsOwn()) ? { path: undefined } : undefined
}

/** On Ubuntu `chromium-browser` may be only a hint to install something. */
const works = (path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0

function playwrightsOwn() {
  const { chromium } = createRequire(join(root, 'package.json'))('@playwright/test')
  return chromium.executablePath()
}
