import type { KeptUpload } from '#web/uploads/kept-uploads.ts'
import type { Upload } from '#web/uploads/upload.ts'

/** What a person does to an upload that another tab sends. */
export type Command = 'pause' | 'resume' | 'cancel'

/** What tabs of one browser tell each other. */
export type TabMessage =
  | { kind: 'state'; kept: KeptUpload; upload: Upload }
  | { kind: 'gone'; key: string }
  | { kind: 'ask'; user_id: number }
  | { kind: 'command'; key: string; command: Command }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('uploads')

/** Tells the other tabs. */
export const tellTabs = (message: TabMessage) => channel?.postMessage(message)

/** Hears the other tabs. */
export const hearTabs = (listener: (message: TabMessage) => void) =>
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data))

/** How long a tab waits for another one to say that an upload is its own, where there are no locks. In milliseconds. */
const answerTime = 1500

/**
 * Makes an upload this tab's own, once no other tab has it; resolves with how to let it go. Locks are missing where the
 * site is opened over plain http: there a tab takes what no other one speaks up for.
 */
export const ownUpload = (key: string, isNew: boolean, isTaken: () => boolean, signal: AbortSignal) =>
  new Promise<() => void>((resolve, reject) => {
    if (!navigator.locks) {
      if (isNew) return resolve(() => {})
      const timer = setTimeout(() => {
        if (!isTaken()) resolve(() => {})
      }, answerTime)
      signal.addEventListener('abort', () => clearTimeout(timer))
      return
    }
    navigator.locks
      .request(`upload:${key}`, { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })

/** Runs `act` in one tab at a time. */
export const inOneTab = async (name: string, act: () => Promise<void>) => {
  if (navigator.locks) await navigator.locks.request(name, act)
  else await act()
}
