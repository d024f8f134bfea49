import { keptPath, seenFiles } from '#web/offline/kept-files.ts'
import { load } from '#web/worker/load.ts'
import type { FetchEvent } from '#web/worker/worker-scope.ts'

/** Max number of files kept of those only looked at, the newest first, and the max size of each, in bytes. */
const limits = { files: 150, size: 2 * 1_048_576 }

const sizeOf = (response: Response) => Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY)

/** Keeps a copy of a file that somebody has looked at, where a place for it was made. */
const keepSeen = async (path: string, response: Response) => {
  if (!(await caches.has(seenFiles))) return
  const cache = await caches.open(seenFiles)
  // to the end: the first ones give way
  await cache.delete(path)
  await cache.put(path, response)
  const kept = await cache.keys()
  for (const request of kept.slice(0, Math.max(0, kept.length - limits.files))) await cache.delete(request)
}

const range = /^bytes=(\d+)-(\d*)$/

/** The part of a kept file that a player asks for. */
const partOf = async (response: Response, asked: string | null) => {
  const [, from, to] = range.exec(asked ?? '') ?? []
  if (from === undefined) return response
  const blob = await response.blob()
  const end = to ? Math.min(Number(to), blob.size - 1) : blob.size - 1
  const headers = new Headers(response.headers)
  headers.set('content-range', `bytes ${from}-${end}/${blob.size}`)
  headers.set('content-length', String(end - Number(from) + 1))
  return new Response(blob.slice(Number(from), end + 1), { status: 206, headers })
}

/** A file of a text or a task: the server's, which is kept; without a network the kept one, in whatever size. */
export const answerFile = async (event: FetchEvent): Promise<Response> => {
  const { request } = event
  const path = keptPath(new URL(request.url).pathname)
  try {
    const response = await load(event)
    if (path && response.status === 200 && sizeOf(response) <= limits.size)
      event.waitUntil(keepSeen(path, response.clone()).catch(() => {}))
    return response
  } catch (error) {
    const kept = path ? await caches.match(path) : undefined
    if (!kept) throw error
    return partOf(kept, request.headers.get('range'))
  }
}
