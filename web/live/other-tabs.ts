import { randomId } from '#web/data/random-id.ts'

/**
 * Max number of tabs of a browser with a stream at a time. Over HTTP/1.1 a browser opens six connections to a site,
 * whatever the number of its tabs: streams must leave some for everything else.
 */
const maxTabs = 3

/** What a tab sends to the others: it begins to listen, or does so no longer. */
interface TabMessage {
  tab: string
  listens: boolean
}

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('live') : null
const own = randomId()
/** The tabs that have begun to listen since this one did, and still do. */
const later = new Set<string>()

const send = (listens: boolean) => channel?.postMessage({ tab: own, listens } satisfies TabMessage)

/** Notifies the other tabs that this one has a stream from now on. */
export const announceStream = () => {
  later.clear()
  send(true)
}

/** Notifies the other tabs that this one has no stream any more, such as when it is closed. */
export const announceEnd = () => send(false)

/**
 * Calls back when this tab is to leave its stream to others: at once while nobody looks at it, or when it is one too
 * many.
 */
export const onCrowd = (leave: () => void) =>
  channel?.addEventListener('message', ({ data: { tab, listens } }: MessageEvent<TabMessage>) => {
    if (!listens) return later.delete(tab)
    later.add(tab)
    if (document.hidden || later.size >= maxTabs) leave()
  })
