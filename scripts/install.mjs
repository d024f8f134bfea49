import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure, node, root, run } from './project.mjs'

/**
 * Installs what is missing. Not with `npm ci`: that begins by deleting everything, and reports the lockfile out of sync
 * when a registry lacks the optional packages of other platforms. `--no-save` leaves the lockfile unchanged.
 */
export async function install() {
  if (isInstalled()) return
  console.log('Устанавливаю зависимости…')
  const options = ['--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const [program, ...args] = npm()
  const code = await run(program, [...args, 'install', ...options], {
    shell: program === 'npm' && process.platform === 'win32',
  })
  if (code !== 0) throw new Failure('Не получилось установить зависимости: сообщение npm выше.')
  if (!existsSync(node)) {
    throw new Failure(
      'npm не запустил установочные скрипты пакетов. Разрешите их (npm config set ignore-scripts false) и повторите.',
    )
  }
}

/** Reads npm's own record of node_modules, so that an `npm install` by hand counts too. */
function isInstalled() {
  try {
    const wanted = packagesOf(join(root, 'package-lock.json'))
    const found = packagesOf(join(root, 'node_modules', '.package-lock.json'))
    // Optional packages are mostly those of other platforms.
    const needed = Object.entries(wanted).filter(
      ([path, { optional, devOptional }]) => path && !optional && !devOptional,
    )
    return existsSync(node) && needed.every(([path, { version }]) => found[path]?.version === version)
  } catch {
    return false
  }
}

const packagesOf = (lockfile) => JSON.parse(readFileSync(lockfile, 'utf8')).packages

/** The npm that started us, or else the one on the path. */
export function npm() {
  const path = process.env.npm_execpath ?? ''
  return basename(path) === 'npm-cli.js' ? [process.execPath, path] : ['npm']
}
