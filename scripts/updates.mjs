import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import { build } from './build.mjs'
import { readBundled } from './describe-packages.mjs'
import { install, npm } from './install.mjs'
import { readPackages } from './packages.mjs'
import { main, root } from './project.mjs'

/** Within how many days a newer version of the same line is taken, as docs/policies.md says («Updates»). */
export const maxDays = 90

/** How many questions the registry is asked at a time, and how long one may take, in milliseconds. */
const questions = { atOnce: 4, timeoutMs: 30_000 }

const dayMs = 86_400_000

/**
 * Compares an installed version with what the registry says of its package. `newer`: the latest version of the same
 * line,
 * `days`: since when there is one newer than the installed; `major`: the latest one of another line.
 */
export const judge = (version, { versions = {}, time = {} }, now = Date.now()) => {
  const isEarly = semver.prerelease(version) !== null
  const newer = Object.keys(versions)
    .filter((other) => semver.valid(other) && !versions[other].deprecated && time[other])
    // no beta is proposed for a finished version
    .filter((other) => (isEarly || !semver.prerelease(other)) && semver.gt(other, version))
    .sort(semver.compare)
  const isSameLine = (other) => semver.satisfies(other, `^${version}`, { includePrerelease: true })
  const same = newer.filter(isSameLine)
  const since = Math.min(...same.map((other) => Date.parse(time[other])))
  return {
    newer: same.at(-1) ?? null,
    days: same.length > 0 ? Math.floor((now - since) / dayMs) : 0,
    major: newer.findLast((other) => !isSameLine(other)) ?? null,
  }
}

/**
 * The packages of package.json that the site contains, by the name that npm installs them under, with their versions.
 */
const readShipped = async () => {
  const { folder } = JSON.parse(await readFile(join(root, 'build', 'current.json'), 'utf8'))
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const direct = new Set(Object.keys({ ...dependencies, ...devDependencies }))
  const packages = await readPackages(await readBundled(join(root, 'build', folder)))
  return packages.filter(
    ({ name, path, isShipped }) => isShipped && direct.has(name) && path === `node_modules/${name}`,
  )
}

const registryOf = async () => {
  const [program, ...args] = npm()
  const child = spawn(program, [...args, 'config', 'get', 'registry'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: program === 'npm' && process.platform === 'win32',
  })
  return (await text(child.stdout)).trim().replace(/\/*$/, '/')
}

/** What the registry says of a package; null when it does not answer. */
const ask = async (registry, name) => {
  try {
    const response = await fetch(registry + name.replace('/', '%2f'), {
      signal: AbortSignal.timeout(questions.timeoutMs),
    })
    const described = response.ok ? await response.json() : null
    // a registry may leave out the moments
    return described?.versions && described.time ? described : null
  } catch {
    return null
  }
}

/** A line of the table for a package that there is something to say of; null for others. */
export const lineFor = ({ name, version }, verdict) => {
  if (verdict === null) return `${name} ${version}: реестр не ответил`
  const { newer, days, major } = verdict
  const parts = [
    newer && `есть ${newer}, новые версии уже ${days} дн.${days > maxDays ? ' — СРОК ПРОШЁЛ' : ''}`,
    major && `другая линия: ${major}`,
  ].filter(Boolean)
  return parts.length > 0 ? `${name} ${version}: ${parts.join('; ')}` : null
}

/**
 * `npm run updates`, or with names of packages after `--`: asks the registry for newer versions of the packages that
 * the site contains and package.json names. Fails when one is older than docs/policies.md allows, or the registry did
 * not answer for one.
 */
async function show() {
  await install()
  await build()
  const asked = process.argv.slice(2)
  const waiting = (await readShipped()).filter(({ name }) => asked.length === 0 || asked.includes(name))
  const registry = await registryOf()
  const count = waiting.length
  const rows = []
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const described = await ask(registry, one.name)
      rows.push({ ...one, verdict: described && judge(one.version, described) })
    }
  }
  await Promise.all(Array.from({ length: questions.atOnce }, work))
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const row of rows) {
    const line = lineFor(row, row.verdict)
    if (line) console.log(line)
  }
  const silent = rows.filter(({ verdict }) => verdict === null)
  const late = rows.filter(({ verdict }) => verdict && verdict.days > maxDays)
  const behind = rows.filter(({ verdict }) => verdict?.newer)
  console.log(
    `\nПакетов сайта: ${count}. Есть версия новее: ${behind.length}, из них срок (${maxDays} дней) прошёл: ${late.length}.`,
  )
  if (silent.length > 0)
    console.log(
      `Реестр npm (${registry}) не ответил о ${silent.length} из ${count}: о них ничего не известно, повторите позже.`,
    )
  return silent.length > 0 || late.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(show)
