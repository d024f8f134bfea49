import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './project.mjs'

/** Licences of what may be in the site: each asks for no more than its text beside the program, or its own source. */
const permitted = new Set(
  [
    '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC LGPL-3.0-or-later MIT MIT-0',
    'MPL-2.0 OFL-1.1 PostgreSQL Python-2.0 Unlicense Zlib',
  ].flatMap((line) => line.split(' ')),
)

/** Names that packages have for licences of SPDX. */
const spelled = { BSD: 'BSD-2-Clause', 'MPL 2.0': 'MPL-2.0' }

/**
 * Whether the site may contain something under this expression of SPDX: of an OR one part is enough, of an AND all
 * count.
 */
export function isPermitted(expression) {
  const parts = expression.replaceAll(/[()]/g, '').split(' OR ')
  return parts.some((part) => part.split(' AND ').every((licence) => permitted.has(licence)))
}

/** How CycloneDX wants a licence written. */
export function inCycloneDx(licence) {
  if (licence === null) return []
  if (permitted.has(licence)) return [{ license: { id: licence } }]
  return isPermitted(licence) ? [{ expression: licence }] : [{ license: { name: licence } }]
}

const licenceFile = /^(licen[cs]e|copying|notice)/i

/** The texts of the licence files in a package's folder. */
export async function readTexts(path) {
  const names = (await readdir(join(root, path))).filter((name) => licenceFile.test(name)).sort()
  const texts = names.map((name) => readFile(join(root, path, name), 'utf8').catch(() => ''))
  return (await Promise.all(texts)).filter(Boolean)
}

/** An expression of SPDX from what a package says of itself, or from its text; null when neither is known. */
export function licenceOf({ license, licenses }, text = '') {
  const given = license ?? licenses
  const names = (Array.isArray(given) ? given : [given]).map((each) => each?.type ?? each).filter(Boolean)
  if (names.length > 0) return names.map((name) => spelled[name] ?? name).join(' OR ')
  return /permission is hereby granted, free of charge/i.test(text) ? 'MIT' : null
}

/** Where a package's dependency is, as Node looks for it; undefined when it is not installed. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages.has(path)) return path
    if (!folder) return undefined
  }
}

/**
 * Every installed package, once per name and version, by the lockfile and the packages themselves. `bundled`: names and
 * versions of what the browser is sent, which npm takes for mere tools.
 */
export async function readPackages(bundled) {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const all = new Map()
  const read = async ([path, entry]) => {
    const described = await readFile(join(root, path, 'package.json'), 'utf8').catch(() => null)
    // a package for another machine
    if (path === '' || described === null) return
    const itself = JSON.parse(described)
    const id = `${itself.name}@${itself.version}`
    const texts = await readTexts(path)
    all.set(path, {
      id,
      name: itself.name,
      version: itself.version,
      path,
      texts,
      integrity: entry.integrity ?? '',
      licence: licenceOf(entry.license ? entry : itself, texts.join()),
      isShipped: !(entry.dev || entry.devOptional) || bundled.has(id),
      wants: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }),
    })
  }
  await Promise.all(Object.entries(lock.packages).map(read))
  const packages = new Map()
  for (const [path, { wants, ...found }] of [...all].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const needs = wants.map((name) => all.get(resolve(all, path, name))?.id).filter(Boolean)
    const same = packages.get(found.id)
    packages.set(found.id, {
      ...(same ?? found),
      isShipped: found.isShipped || (same?.isShipped ?? false),
      needs: [...new Set([...(same?.needs ?? []), ...needs])].sort(),
    })
  }
  return [...packages.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
