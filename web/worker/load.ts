import type { FetchEvent } from '#web/worker/worker-scope.ts'

/**
 * The server's response. A navigation was requested by the browser already, while the worker was starting: a request
 * beside that would reach the server twice, and an address that is good once would be used up.
 */
export const load = async ({ preloadResponse, request }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? (await fetch(request))
