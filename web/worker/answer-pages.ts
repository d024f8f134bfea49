import { buildCache, shellPath } from '#web/worker/build-facts.ts'
import { becomesAloneAndQuiet, dropOtherBuilds, hasOtherBuilds } from '#web/worker/keep-build.ts'
import { load } from '#web/worker/load.ts'
import { type FetchEvent, scope } from '#web/worker/worker-scope.ts'

/** The message to a worker that waits, once it may begin. */
export const takeOverMessage = 'take-over'

/**
 * A new version of the worker waits until no page of the one before is open, which a reader with one tab never sees: it
 * begins once a document of the server's is the only page. Another page that is left may be of the version before. The
 * browser ends this worker for that, and a request that starts it again would keep the new one waiting for half a
 * minute more: so it begins after the page has loaded its files. Once it has begun, the files of the version before go,
 * if they could not yet.
 */
const endVersionBefore = async (pageId: string) => {
  if (!scope.registration.waiting && !(await hasOtherBuilds())) return
  if (!(await becomesAloneAndQuiet(pageId))) return
  const { waiting } = scope.registration
  if (waiting) waiting.postMessage(takeOverMessage)
  else await dropOtherBuilds()
}

/** A document: the server's, always; without a network that of this build, which shows every page. */
export const answerPage = async (event: FetchEvent): Promise<Response> => {
  try {
    const response = await load(event)
    // not as work of this event: a worker that has work left keeps the next one from beginning
    void endVersionBefore(event.resultingClientId)
    return response
  } catch (error) {
    const shell = await caches.match(shellPath, { cacheName: buildCache })
    if (!shell) throw error
    return shell
  }
}

/** A bundle: its name contains a hash of its content, so whichever build has kept it, it is the right one. */
export const answerBundle = async (event: FetchEvent): Promise<Response> => {
  const { request } = event
  // a full or damaged disk is no reason to show nothing
  const kept = await caches.match(request.url).catch(() => undefined)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const copy = response.clone()
    // a font or a part that is seldom used
    event.waitUntil(caches.open(buildCache).then((cache) => cache.put(request.url, copy)))
  }
  return response
}

/** Another file of the build, which has the same name in each: the server's, or that of this build. */
export const answerBuildFile = async ({ request }: FetchEvent): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: buildCache, ignoreSearch: true })
    if (!kept) throw error
    return kept
  }
}
