import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { describePackages } from './describe-packages.mjs'
import { Failure, main, node, root, run } from './project.mjs'

/** What everything is made of. A build is named after its sources, so nothing is built twice. */
const shared = ['contract', 'package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs']
const describing = ['scripts/packages.mjs', 'scripts/describe-packages.mjs']
const webSources = ['web', 'vite.config.ts', ...describing, ...shared]
const serverSources = ['server', 'demo', 'vite.server.config.ts', ...shared]
const builds = join(root, 'build')
/** How many of the last builds are kept. */
const kept = 3
/** How long each is kept, in milliseconds: `npm start` marks the folders of its server more often, by `keepFolders`. */
const keptMs = 3_600_000

/** How much memory the server takes, beside its speed: measured in docs/decisions/0045-less-memory.md. */
const serverRun = {
  flags: [
    // for what was just made and is soon forgotten: twice as much is the default, and the server rests at 40 MB more
    '--max-semi-space-size=8',
    // the heap doubles before it is collected; on a large machine V8 would let it grow fourfold
    '--heap-growing-percent=100',
    // the start leaves 20 MB of garbage, which the server collects before its first request
    '--expose-gc',
  ],
  // Linux's allocator keeps what a thread has freed: here two pools instead of one for each thread, and large pieces go
  // back to the system at once
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
}

/**
 * Builds the web app and the server, if their sources have changed, each into a new folder, and makes those the
 * current ones. A running server keeps its folders, and open pages keep their bundles: the last builds
 * are kept.
 *
 * `build/current.json` names the current folders and the web app's previous ones. It is replaced in one step at the
 * very end, so its readers find complete builds, even while two builds run at once.
 */
export async function build() {
  const [folder, server] = await Promise.all([
    buildOnce('', webSources, async (unfinished) => {
      await vite(join(unfinished, 'client'))
      await Promise.all([compress(join(unfinished, 'client')), describePackages(unfinished)])
      await vite(join(unfinished, 'server'), '--ssr', join(root, 'web', 'entry-server.tsx'))
    }),
    buildOnce('server-', serverSources, (unfinished) =>
      vite(unfinished, '--config', join(root, 'vite.server.config.ts')),
    ),
  ])
  await makeCurrent(folder, server)
}

/**
 * What our Node starts the built server with: `args` are flags, its file and the folder of the web app, which shows
 * later builds that it is in use; `env` is what its environment lacks. `folders` are those that it reads while it runs.
 */
export async function builtServer() {
  const { folder, server } = JSON.parse(await readFile(join(builds, 'current.json'), 'utf8'))
  const folders = [folder, server.folder].map((name) => join(builds, name))
  return { args: [...server.flags, join(builds, server.folder, 'main.js'), folders[0]], env: server.env, folders }
}

/** Keeps the folders of a running server from being deleted by later builds, for an hour. */
export async function keepFolders(folders) {
  const now = new Date()
  // a mark that cannot be set must not end the site
  for (const folder of folders) await utimes(folder, now, now).catch(() => {})
}

/**
 * The names of builds in the command lines of running processes, where the system lists them (Linux): the service of
 * systemd cannot write into the folder of the site, so that it marks nothing.
 */
async function runningBuilds() {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  const paths = lines.flatMap((line) => line.split('\0')).filter((part) => part.startsWith(builds + sep))
  return new Set(paths.map((path) => relative(builds, path).split(sep)[0]))
}

/** Makes a build unless it is there; returns the name of its folder, the prefix and a hash of the sources. */
async function buildOnce(prefix, sources, make) {
  const name = `${prefix}${await hashOf(sources)}`
  const folder = join(builds, name)
  if (existsSync(folder)) return name
  console.log(prefix ? 'Собираю сервер…' : 'Собираю сайт…')
  const unfinished = join(builds, `unfinished-${name}-${process.pid}`)
  try {
    await make(unfinished)
    await rename(unfinished, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return name
}

async function vite(outDir, ...options) {
  const cli = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const code = await run(node, [cli, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir, ...options])
  if (code !== 0) throw new Failure('Сайт не собрался: сообщения сборщика выше.')
}

async function hashOf(sources) {
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

/** The commit that the sources are of; null without git. An image is built without it, so COMMIT may name it. */
async function findCommit() {
  if (process.env.COMMIT) return process.env.COMMIT
  const answer = await promisify(execFile)('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root }).catch(() => null)
  return answer?.stdout.trim() || null
}

async function makeCurrent(folder, server) {
  const current = await readFile(join(builds, 'current.json'), 'utf8')
    .then(JSON.parse)
    .catch(() => ({}))
  if (current.folder === folder && current.server?.folder === server) return
  // Its age is when it was last made the current one, or ran.
  for (const name of [folder, server]) await utimes(join(builds, name), new Date(), new Date())
  const ages = await Promise.all(
    (await readdir(builds)).map(async (entry) => ({ entry, time: (await stat(join(builds, entry))).mtimeMs })),
  )
  const byAge = ages.sort((a, b) => b.time - a.time)
  const complete = (pattern) => byAge.map(({ entry }) => entry).filter((entry) => pattern.test(entry))
  const [webs, servers] = [complete(/^[0-9a-f]{12}$/), complete(/^server-[0-9a-f]{12}$/)]
  const previous = webs.filter((entry) => entry !== folder).slice(0, kept - 1)
  const temporary = join(builds, `current.json.${process.pid}`)
  const facts = { at: new Date().toISOString(), commit: await findCommit() }
  const made = { folder, previous, server: { folder: server, ...serverRun }, ...facts }
  await writeFile(temporary, `${JSON.stringify(made)}\n`)
  await rename(temporary, join(builds, 'current.json'))
  const old = new Set(byAge.filter(({ time }) => Date.now() - time > keptMs).map(({ entry }) => entry))
  const abandoned = [...old].filter((entry) => entry.startsWith('unfinished-'))
  const running = await runningBuilds()
  const unused = [...webs.slice(kept), ...servers.slice(kept)].filter((entry) => old.has(entry) && !running.has(entry))
  for (const entry of [...unused, ...abandoned]) await rm(join(builds, entry), { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(build)
