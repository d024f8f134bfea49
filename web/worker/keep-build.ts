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
const openPages = async () =>
  (await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/** How many pages are open. */
export const countPages = async () => (await openPages()).length

/**
 * How often, in milliseconds, and how many times the worker looks whether other pages have gone; it is stopped after 30
 * s.
 */
const [stepMs, steps] = [500, 50]

/** Looks again and again until something is so; resolves with false once that has taken too long. */
const becomes = async (isSo: (pages: string[]) => boolean) => {
  for (let step = 0; step < steps; step += 1) {
    if (isSo(await openPages())) return true
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
  return false
}

/** How long no request has passed through this worker once a page has loaded what it shows, in milliseconds. */
const quietMs = 3000

let lastAskedAt = 0

/** Notes that a request of a page has passed through this worker. */
export const noteAsked = () => {
  lastAskedAt = Date.now()
}

/**
 * Waits until this page is the only one, and has loaded what it shows; resolves with false once that has taken too
 * long.
 */
export const becomesAloneAndQuiet = (pageId: string) =>
  becomes(([first, ...others]) => others.length === 0 && first === pageId && Date.now() - lastAskedAt > quietMs)

/** Whether another build has files here: the one before, or a newer one that is being installed. */
export const hasOtherBuilds = async () =>
  (await caches.keys()).some((name) => isBuildCache(name) && name !== buildCache)

/** Deletes what the builds before have kept, once no page of theirs can be open any more. */
export const dropOtherBuilds = async () => {
  if (!(await becomes((pages) => pages.length < 2))) return
  const names = await caches.keys()
  // looked at after the names: an install that begins from here on is not among them
  if (scope.registration.installing || scope.registration.waiting) return
  for (const name of names) if (isBuildCache(name) && name !== buildCache) await caches.delete(name)
}
