import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { showAdvisories } from './advisories.mjs'
import { build } from './build.mjs'
import { described, readBundled } from './describe-packages.mjs'
import { install } from './install.mjs'
import { isPermitted, readPackages } from './packages.mjs'
import { main, root } from './project.mjs'

/** How many packages of each licence there are, the commonest first. */
export function countLicences(packages) {
  const counts = new Map()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${count}  ${licence ?? 'не указана'}`)
}

/**
 * `npm run licences`: which licences the packages have, where the build has written them, and which vulnerabilities are
 * known. Fails when a shipped package has a licence that is not among the permitted ones, or a grave vulnerability is
 * known.
 */
async function show() {
  await install()
  await build()
  const { folder } = JSON.parse(await readFile(join(root, 'build', 'current.json'), 'utf8'))
  const made = join(root, 'build', folder)
  const packages = await readPackages(await readBundled(made))
  const shipped = packages.filter(({ isShipped }) => isShipped)
  console.log(`Пакеты, которые входят в сайт: ${shipped.length}\n${countLicences(shipped).join('\n')}\n`)
  const tools = packages.filter(({ isShipped }) => !isShipped)
  console.log(`Только для сборки и проверок: ${tools.length}\n${countLicences(tools).join('\n')}\n`)
  const doubtful = shipped.filter(({ licence }) => licence === null || !isPermitted(licence))
  for (const { id, licence } of doubtful) console.log(`Проверьте лицензию: ${id}, ${licence ?? 'не указана'}`)
  console.log(`Тексты лицензий: ${relative(root, join(made, described.licences))}`)
  console.log(`Состав сайта (CycloneDX): ${relative(root, join(made, described.bill))}\n`)
  const isGrave = await showAdvisories()
  return doubtful.length > 0 || isGrave ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(show)
