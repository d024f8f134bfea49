import { whenIdle } from '#web/app/when-idle.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'
import { keepLoading } from '#web/data/keep-loading.ts'

/** How long a failed load of the bundle waits, in milliseconds. */
const againMs = 60_000

/** Starts to receive events, once somebody is signed in and the page has settled; costs a guest nothing. */
export const startLive = () => {
  let begun = false
  watchUser(() => {
    if (begun || !currentUser()) return
    begun = true
    whenIdle(async () => (await keepLoading(() => import('#web/live/live.ts'), againMs)).live())
  })
}
