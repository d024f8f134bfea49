import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FetchEvent } from '#web/worker/worker-scope.ts'

type Listener = (event: FetchEvent) => void

let listeners: Map<string, Listener>
let requested: string[]
let cachesFail: boolean

beforeEach(async () => {
  vi.resetModules()
  listeners = new Map()
  requested = []
  cachesFail = false
  vi.stubGlobal('BUILD_FACTS', { id: 'build', entry: 'main.js', files: [] })
  vi.stubGlobal('location', new URL('https://school.example/'))
  vi.stubGlobal('registration', {})
  vi.stubGlobal('addEventListener', (name: string, listener: Listener) => listeners.set(name, listener))
  vi.stubGlobal('caches', {
    match: async () => {
      if (cachesFail) throw new Error('Unexpected internal error.')
    },
    has: async () => false,
    keys: async () => ['build build'],
    open: async () => ({ put: async () => {} }),
  })
  vi.stubGlobal('fetch', async ({ url }: { url: string }) => {
    requested.push(url)
    return new Response('requested')
  })
  await import('#web/worker/service-worker.ts')
})
afterEach(() => vi.unstubAllGlobals())

/** What the worker responds with; `preloaded` is what the browser has requested by itself. */
const respondTo = async (path: string, mode: 'navigate' | 'cors', preloaded?: Response) => {
  let response: Promise<Response> | undefined
  listeners.get('fetch')?.({
    request: { method: 'GET', mode, url: `https://school.example${path}`, headers: new Headers() },
    preloadResponse: Promise.resolve(preloaded),
    resultingClientId: 'page',
    respondWith: (given: Promise<Response>) => {
      response = given
    },
    waitUntil: () => {},
  } as unknown as FetchEvent)
  return response && (await response).text()
}

test.each(['/lessons/3', '/files/abc?expires=1', '/api/lti/authorize?lti_message_hint=once'])(
  'a navigation to %s that the browser has requested is not requested again',
  async (path) => {
    expect(await respondTo(path, 'navigate', new Response('preloaded'))).toBe('preloaded')
    expect(requested).toEqual([])
    // a browser without that leaves it to the worker
    expect(await respondTo(path, 'navigate')).toBe('requested')
    expect(requested).toHaveLength(1)
  },
)

test('calls of the API are left to the browser', async () => {
  expect(await respondTo('/api/courses', 'cors')).toBeUndefined()
})

test('a bundle comes from the server where the device cannot read what it has kept', async () => {
  cachesFail = true
  expect(await respondTo('/build/assets/main-abc.js', 'cors')).toBe('requested')
})
