import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '#server/project-folder.ts'

const run = promisify(execFile)

/** The hash in the name of a bundle, between a hyphen and the ending. */
const hashed = /-([\w-]{7})\.(?:js|mjs|css|woff2)$/

/** The name that a bundle would have with another content. */
const renamed = (name: string) => name.replace(hashed, (end) => `-${end[1] === 'Z' ? 'Y' : 'Z'}${end.slice(2)}`)

/**
 * Turns a build of the web app into the next one: every bundle has another name, as after a change that reaches them
 * all, and all of them, the document and the worker name each other so.
 */
const makeNext = async (client: string) => {
  const names = (await readdir(join(client, 'assets'))).filter((name) => hashed.test(name))
  const next = new Map(names.map((name) => [name, renamed(name)]))
  const worker = join(client, 'service-worker.js')
  const id = /id:[`"']([\da-f]{12})[`"']/.exec(await readFile(worker, 'utf8'))?.[1] as string
  next.set(id, [...id].reverse().join(''))
  const known = new RegExp(`${id}|[\\w.-]+-[\\w-]{7}\\.(?:js|mjs|css|woff2)`, 'g')
  const files = (await readdir(client, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    // copies in a compressed form would still be those of the first build
    if (/\.(br|gz)$/.test(name)) await rm(path)
    else if (/\.(js|mjs|css|html|json)$/.test(name)) {
      const text = await readFile(path, 'utf8')
      await writeFile(
        path,
        text.replace(known, (found) => next.get(found) ?? found),
      )
    }
  }
  for (const name of names) await rename(join(client, 'assets', name), join(client, 'assets', renamed(name)))
  return new Set(next.values())
}

/** A project with two builds of the site, the second of which is made from the first; nothing is running yet. */
export const prepareTwoBuilds = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'praktika-builds-'))
  const builds = join(folder, 'build')
  const built = JSON.parse(await readFile(join(projectFolder, 'build', 'current.json'), 'utf8'))
  await mkdir(builds)
  for (const name of ['node_modules', 'server', 'contract'])
    await symlink(join(projectFolder, name), join(folder, name))
  await cp(join(projectFolder, 'package.json'), join(folder, 'package.json'))
  const copy = async (name: string, as = name) =>
    run('cp', ['-R', join(projectFolder, 'build', name), join(builds, as)])
  await Promise.all([copy(built.server.folder), copy(built.folder), copy(built.folder, 'next')])
  const nextFiles = await makeNext(join(builds, 'next', 'client'))
  const point = (current: object) => writeFile(join(builds, 'current.json'), JSON.stringify({ ...built, ...current }))
  await point({ previous: [] })
  return {
    folder,
    /** Which build a bundle belongs to, by its name. */
    versionOf: (name: string) => (nextFiles.has(name) ? 'new' : 'old'),
    /** The next start is that of the second build, which also has the bundles of the first. */
    upgrade: () => point({ folder: 'next', previous: [built.folder] }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
