import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { Failure, main, node, root, run } from './project.mjs'

/** The sources of the web app. The build is named after them, so nothing is built twice. */
const sources = [
  'web',
  'contract',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
]
const builds = join(root, 'build')
const kept = 3

/**
 * Builds the web app into a new folder, if its sources have changed, and makes that the current one. A running server
 * keeps its folder, and open pages keep their bundles: the last builds are kept.
 * `build/current.json` has the current folder and the previous ones. It is replaced in one step at the very end, so
 * whoever reads it finds a complete build, even while two builds run at once.
 */
export async function build() {
  const name = await sourcesHash()
  const folder = join(builds, name)
  if (!existsSync(folder)) {
    console.log('Собираю сайт…')
    const unfinished = join(builds, `unfinished-${name}-${process.pid}`)
    try {
      await vite(join(unfinished, 'client'))
      await compress(join(unfinished, 'client'))
      await vite(join(unfinished, 'server'), '--ssr', join(root, 'web', 'entry-server.tsx'))
      await rename(unfinished, folder).catch((error) => {
        if (!existsSync(folder)) throw error
      })
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
  }
  await makeCurrent(name)
}

async function vite(outDir, ...options) {
  const cli = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const code = await run(node, [cli, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir, ...options])
  if (code !== 0) throw new Failure('Сайт не собрался: сообщения сборщика выше.')
}

async function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesIn(join(root, source))) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex').slice(0, 12)
}

/** The files below a path, in an order that is the same everywhere. */
async function filesIn(path) {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const names = (await readdir(path)).sort()
  return (await Promise.all(names.map((name) => filesIn(join(path, name))))).flat()
}

/** Puts a .br and a .gz beside each text file: the best compression is too slow to run for each response. */
async function compress(folder) {
  const texts = new Set(['.js', '.mjs', '.css', '.svg', '.html', '.json', '.txt', '.webmanifest'])
  const files = (await filesIn(folder)).filter((file) => texts.has(extname(file)))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
      if (br.length < content.length) await writeFile(`${file}.br`, br)
      if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
    }),
  )
}

async function makeCurrent(name) {
  const { folder } = await readFile(join(builds, 'current.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => ({}))
  if (folder === name) return
  // Its modification time is when it was last made the current one.
  await utimes(join(builds, name), new Date(), new Date())
  const ages = await Promise.all(
    (await readdir(builds)).map(async (entry) => ({ entry, time: (await stat(join(builds, entry))).mtimeMs })),
  )
  const byAge = ages.sort((a, b) => b.time - a.time)
  const complete = byAge.map(({ entry }) => entry).filter((entry) => /^[0-9a-f]{12}$/.test(entry) && entry !== name)
  const previous = complete.slice(0, kept - 1)
  const temporary = join(builds, `current.json.${process.pid}`)
  await writeFile(temporary, `${JSON.stringify({ folder: name, previous })}\n`)
  await rename(temporary, join(builds, 'current.json'))
  const abandoned = byAge.filter(({ entry, time }) => entry.startsWith('unfinished-') && Date.now() - time > 3_600_000)
  for (const entry of [...complete.slice(kept - 1), ...abandoned.map(({ entry }) => entry)]) {
    await rm(join(builds, entry), { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(build)
