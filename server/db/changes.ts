import { listenTo } from '#server/db/listener.ts'
import { sharedRuns } from '#server/db/shared-runs.ts'

/** The channel of PostgreSQL that carries what was changed: see `watch_changes` in the migrations. */
const changesChannel = 'praktika_changes'

/** A part of the database whose changes are known: a watched table (`users`), or one key of it (`notifications:7`). */
export type Tag = string

/** Reports committed changes of watched tables, of this process and of all others. */
export interface Changes {
  /**
   * Resolves true once every change whose commit was acknowledged before the call has been reported; false while
   * nothing is reported, because the connection is lost or not made yet, or the database is late.
   */
  catchUp: () => Promise<boolean>
  stop: () => Promise<unknown>
}

interface Listener {
  onChange: (tag: Tag) => void
  /** Called when changes may have been missed: the connection was lost, or has just begun to listen. */
  onGap: () => void
  onError: (error: unknown) => void
}

/** Connects on the first `catchUp`, so that a process that needs no changes keeps no connection. */
export const watchChanges = (url: string, { onChange, onGap, onError }: Listener): Changes => {
  let listening: ReturnType<typeof listenTo> | null = null
  let isStopped = false

  const listen = () => listenTo(url, changesChannel, { onListening: onGap, onLost: onGap, onNotice: onChange, onError })

  const roundTrip = sharedRuns(async () => listening?.catchUp() ?? false)

  return {
    catchUp: () => {
      if (isStopped) return Promise.resolve(false)
      listening ??= listen()
      return roundTrip()
    },
    stop: async () => {
      isStopped = true
      await listening?.stop()
    },
  }
}
