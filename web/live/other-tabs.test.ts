import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Tab = typeof import('#web/live/other-tabs.ts')

/** What the tabs of one browser send to each other. */
let channels: Channel[] = []
class Channel {
  #listener: ((event: { data: unknown }) => void) | null = null
  constructor() {
    channels.push(this)
  }
  addEventListener(_: string, listener: (event: { data: unknown }) => void) {
    this.#listener = listener
  }
  postMessage(data: unknown) {
    for (const channel of channels) if (channel !== this) channel.#listener?.({ data })
  }
}

beforeEach(() => {
  channels = []
  vi.stubGlobal('window', { BroadcastChannel: Channel })
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('document', { hidden: false })
})
afterEach(() => vi.unstubAllGlobals())

/** A tab that somebody looks at, such as a window beside others. */
const openTab = async () => {
  vi.resetModules()
  const tab: Tab = await import('#web/live/other-tabs.ts')
  const leave = vi.fn()
  tab.onCrowd(leave)
  tab.announceStream()
  return { ...tab, leave }
}

test('a tab leaves its stream once three others have begun to listen after it', async () => {
  const first = await openTab()
  for (const _ of [1, 2]) await openTab()
  expect(first.leave).not.toHaveBeenCalled()
  const last = await openTab()
  expect(first.leave).toHaveBeenCalled()
  expect(last.leave).not.toHaveBeenCalled()
})

test('tabs that have been closed since do not count', async () => {
  const first = await openTab()
  for (const _ of [1, 2, 3, 4]) (await openTab()).announceEnd()
  expect(first.leave).not.toHaveBeenCalled()
  const returned = await openTab()
  returned.announceEnd()
  returned.announceStream()
  await openTab()
  expect(first.leave).not.toHaveBeenCalled()
  await openTab()
  expect(first.leave).toHaveBeenCalled()
})
