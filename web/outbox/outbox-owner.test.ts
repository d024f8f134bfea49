import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Owner = typeof import('#web/outbox/outbox-owner.ts')

/** Locks as a browser gives them out, one holder at a time; a page that dies lets go of its own. */
const newBrowser = () => {
  const held = new Map<string, { pageId: string; pass: () => void }>()
  const waiting = new Map<string, (() => void)[]>()
  const release = (name: string) => {
    held.delete(name)
    waiting.get(name)?.shift()?.()
  }
  const locksOf = (pageId: string) => ({
    request: (name: string, ...rest: unknown[]) => {
      const act = rest.at(-1) as () => Promise<unknown>
      const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal }
      return new Promise((resolve, reject) => {
        const take = () => {
          if (signal?.aborted) return waiting.get(name)?.shift()?.()
          held.set(name, { pageId, pass: () => release(name) })
          void act().then((value) => {
            if (held.get(name)?.pageId === pageId) release(name)
            resolve(value)
          }, reject)
        }
        signal?.addEventListener('abort', () => reject(signal.reason))
        if (held.has(name)) waiting.set(name, [...(waiting.get(name) ?? []), take])
        else take()
      })
    },
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
  })
  return {
    openPage: async (pageId: string): Promise<Owner> => {
      vi.resetModules()
      const locks = locksOf(pageId)
      vi.stubGlobal('navigator', { locks })
      const owner: Owner = await import('#web/outbox/outbox-owner.ts')
      const asPage =
        <Arguments extends unknown[], Result>(act: (...given: Arguments) => Result) =>
        (...given: Arguments) => {
          vi.stubGlobal('navigator', { locks })
          return act(...given)
        }
      return {
        page: owner.page,
        becomeOwner: asPage(owner.becomeOwner),
        inOneTab: asPage(owner.inOneTab),
        countAsOpen: asPage(owner.countAsOpen),
        findOpenPages: asPage(owner.findOpenPages),
      }
    },
    kill: (pageId: string) => {
      for (const holder of [...held.values()]) if (holder.pageId === pageId) holder.pass()
    },
  }
}

const signal = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('one tab owns an entry; when it dies, the next one does', async () => {
  const browser = newBrowser()
  const [first, second] = [await browser.openPage('first'), await browser.openPage('second')]
  await first.becomeOwner('upload:1', { signal })
  const owned = vi.fn()
  void second.becomeOwner('upload:1', { signal }).then(owned)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(owned).not.toHaveBeenCalled()
  browser.kill('first')
  await vi.advanceTimersByTimeAsync(0)
  expect(owned).toHaveBeenCalledOnce()
})

test('an owner that releases an entry lets the next one have it; who has left the queue gets nothing', async () => {
  const browser = newBrowser()
  const [first, second] = [await browser.openPage('first'), await browser.openPage('second')]
  const release = await first.becomeOwner('x', { signal })
  const left = new AbortController()
  const given = vi.fn()
  const refused = vi.fn()
  void second.becomeOwner('x', { signal: left.signal }).then(given, refused)
  left.abort()
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(refused).toHaveBeenCalledOnce()
  expect(given).not.toHaveBeenCalled()
  await expect(second.becomeOwner('x', { signal })).resolves.toBeTypeOf('function')
})

test('a tab waits for its turn no longer than it says, as the other one may never end', async () => {
  const browser = newBrowser()
  const [first, second] = [await browser.openPage('first'), await browser.openPage('second')]
  void first.inOneTab('x', () => new Promise(() => {}))
  const [patient, hasty] = [vi.fn(async () => {}), vi.fn(async () => {})]
  void second.inOneTab('x', patient)
  void second.inOneTab('x', hasty, { maxWaitMs: 60_000 })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(hasty).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(hasty).toHaveBeenCalledOnce()
  expect(patient).not.toHaveBeenCalled()
})

test('a page counts as open until it is gone', async () => {
  const browser = newBrowser()
  const [first, second] = [await browser.openPage('first'), await browser.openPage('second')]
  await first.findOpenPages()
  let isOpen = await second.findOpenPages()
  expect([first.page, second.page, 'nobody'].map(isOpen)).toEqual([true, true, false])
  browser.kill('first')
  isOpen = await second.findOpenPages()
  expect([first.page, second.page].map(isOpen)).toEqual([false, true])
})

test('a page that is restored from the back/forward cache counts as open again', async () => {
  const browser = newBrowser()
  const comeBack: ((event: { persisted: boolean }) => void)[] = []
  vi.stubGlobal(
    'addEventListener',
    (kind: string, listener: () => void) => kind === 'pageshow' && comeBack.push(listener),
  )
  const [first, second] = [await browser.openPage('first'), await browser.openPage('second')]
  await first.findOpenPages()
  // in the cache it has no locks
  browser.kill('first')
  expect((await second.findOpenPages())(first.page)).toBe(false)
  await first.inOneTab('any', async () => comeBack[0]?.({ persisted: true }))
  expect((await second.findOpenPages())(first.page)).toBe(true)
})

test('without locks a tab takes what is new, and what no other one claims', async () => {
  vi.resetModules()
  vi.stubGlobal('navigator', {})
  const { becomeOwner }: Owner = await import('#web/outbox/outbox-owner.ts')
  await expect(becomeOwner('x', { isNew: true, signal })).resolves.toBeTypeOf('function')
  const [free, claimed] = [vi.fn(), vi.fn()]
  void becomeOwner('y', { signal }).then(free)
  void becomeOwner('z', { isClaimed: () => true, signal }).then(claimed)
  await vi.advanceTimersByTimeAsync(1500)
  expect(free).toHaveBeenCalledOnce()
  expect(claimed).not.toHaveBeenCalled()
})

test('without locks a page counts as open while it answers', async () => {
  const listeners = new Map<object, (event: { data: unknown }) => void>()
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener(_: string, listener: (event: { data: unknown }) => void) {
        listeners.set(this, listener)
      }
      postMessage(data: unknown) {
        for (const [channel, listener] of listeners) if (channel !== this) setTimeout(() => listener({ data }), 10)
      }
    },
  )
  vi.stubGlobal('navigator', {})
  const openPage = async (): Promise<Owner> => {
    vi.resetModules()
    return import('#web/outbox/outbox-owner.ts')
  }
  const [first, second, other] = [await openPage(), await openPage(), await openPage()]
  const openFor = async ({ findOpenPages }: Owner) => {
    const found = findOpenPages()
    await vi.advanceTimersByTimeAsync(1500)
    return [first.page, second.page, other.page, 'nobody'].map(await found)
  }
  first.countAsOpen()
  expect(await openFor(second)).toEqual([true, true, false, false])
  expect(await openFor(first)).toEqual([true, true, false, false])
  // the page of the first one ends
  listeners.delete([...listeners.keys()][0] as object)
  expect(await openFor(second)).toEqual([false, true, false, false])
})
