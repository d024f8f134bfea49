import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inCycloneDx, readPackages } from './packages.mjs'
import { root } from './project.mjs'

/** The files that describe the packages of a build, in its folder. */
export const described = { bill: 'sbom.cdx.json', licences: 'licences.txt' }

/** A UUID made of a text, so that the same packages have the same one. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16], 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const hashesOf = (integrity) =>
  integrity
    .split(' ')
    .filter((hash) => hash.startsWith('sha512-'))
    .map((hash) => ({ alg: 'SHA-512', content: Buffer.from(hash.slice(7), 'base64').toString('hex') }))

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** The bill of materials in the format of CycloneDX 1.6. What only builds and tests the site is marked `excluded`. */
export function billOf({ name, version, dependencies, devDependencies }, packages) {
  const self = `${name}@${version}`
  const direct = { ...dependencies, ...devDependencies }
  const own = packages.filter((each) => direct[each.name] && each.path === `node_modules/${each.name}`)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([self, packages.map(({ id, integrity }) => [id, integrity])]))}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': self, name, version, purl: purlOf(name, version) } },
    components: packages.map((each) => ({
      type: 'library',
      'bom-ref': each.id,
      name: each.name,
      version: each.version,
      scope: each.isShipped ? 'required' : 'excluded',
      purl: purlOf(each.name, each.version),
      hashes: hashesOf(each.integrity),
      licenses: inCycloneDx(each.licence),
    })),
    dependencies: [
      { ref: self, dependsOn: own.map(({ id }) => id) },
      ...packages.map(({ id, needs }) => ({ ref: id, dependsOn: needs })),
    ],
  }
}

/** What the licences of shipped packages ask for: their texts, beside the program. */
const noticesOf = (packages) =>
  packages
    .filter(({ isShipped }) => isShipped)
    .map(({ id, licence, texts }) =>
      [id, licence ?? 'unknown licence', ...texts.map((text) => text.trim())].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(100)}\n\n`)

/**
 * The names and versions that Vite has put into the browser's bundles, by the list it has written; none before a build.
 */
export async function readBundled(folder) {
  const list = await readFile(join(folder, 'client', '.vite', 'licences.json'), 'utf8').catch(() => '[]')
  return new Set(JSON.parse(list).map(({ name, version }) => `${name}@${version}`))
}

/** Writes into a build's folder which packages it has, and their licences. */
export async function describePackages(folder) {
  const packages = await readPackages(await readBundled(folder))
  const self = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await Promise.all([
    writeFile(join(folder, described.bill), `${JSON.stringify(billOf(self, packages), null, 1)}\n`),
    writeFile(join(folder, described.licences), `${noticesOf(packages)}\n`),
  ])
}
