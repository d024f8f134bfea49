import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { Failure, root, run } from './project.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The Chromium to test with: the machine's own, or Playwright's (undefined). As root on Debian it is installed when
 * missing.
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found.path
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Устанавливаю Chromium для тестов…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['-qq', 'update'], { env })
    await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'], { env })
    const installed = findChromium()
    if (installed) return installed.path
  }
  throw new Failure(
    'Для тестов нужен Chromium. Установите его и запустите npm test ещё раз:\n' +
      '  sudo apt-get update && sudo apt-get install -y chromium',
  )
}

function findChromium() {
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
