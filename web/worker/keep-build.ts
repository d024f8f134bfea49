import { build, buildCache, isBuildCache, shellPath } from '#web/worker/build-facts.ts'
import { scope } from '#web/worker/worker-scope.ts'

/** How many files are loaded at a time: a page that is being read comes first. */
const atOnce = 4

const load = async (address: string) => {
  const response = await fetch(address, { priority: 'low', cache: address === shellPath ? 'no-store' : 'default' })
  if (!response.ok || response.redirected) throw new Error(`${address}: ${response.status}`)
  return response
}

/** The document of this very build: a server beside this one may be of another. */
const loadShell = async () => {
  const response = await load(shellPath)
  const text = await response.clone().text()
  if (!text.includes(build.entry)) throw new Error('The document is of another build.')
  return response
}

/** Keeps all files of this build, or rejects and leaves none. */
export const keepBuild = async () => {
  const cache = await caches.open(buildCache)
  try {
    const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
    const missing = build.files.filter((file) => !known.has(file))
    for (let at = 0; at < missing.length; at += atOnce) {
      await Promise.all(
        missing.slice(at, at + atOnce).map(async (file) => {
          // another build has it already: names contain a hash of the content
          const kept = file.includes('/assets/') ? await caches.match(file) : undefined
          await cache.put(file, kept ?? (await load(file)))
        }),
      )
    }
    await cache.put(shellPath, await loadShell())
  } catch (error) {
    await caches.delete(buildCache)
    throw error
  }
}

/** The ids of the open pages. */
export const openPages = async () =>
  (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/** How many pages are open. */
export const countPages = async () => (await openPages()).length

/** Deletes what other builds have kept, unless a page of theirs may still be open. */
export const dropOtherBuilds = async () => {
  if ((await countPages()) > 1) return
  for (const name of await caches.keys()) if (isBuildCache(name) && name !== buildCache) await caches.delete(name)
}
