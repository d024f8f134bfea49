import { whenIdle } from '#web/app/when-idle.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'
import { isLooking } from '#web/auth/token.ts'
import { device } from '#web/data/call.ts'
import { beginKeeping, holdAnswer } from '#web/offline/begin-keeping.ts'
import { keptFor } from '#web/offline/offline-flag.ts'
import { canHaveWorker } from '#web/offline/worker.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'
import { savesData } from '#web/ui/saves-data.ts'

/** Brings a student's saved courses up to date. */
const refresh = async () => {
  if (currentUser()?.role.slug !== 'student' || savesData()) return
  await import('#web/offline/save-course.ts').then(({ refreshSaved }) => refreshSaved()).catch(() => {})
}

/**
 * Lets the site be read without a network: the service worker, and what keeps answers, come once somebody is signed in
 * and the page has settled. Costs a guest nothing.
 */
export const startOffline = () => {
  if (!canHaveWorker() || isLooking()) return
  device.onAnswer = (...answer) => holdAnswer(answer)
  device.find = async (address, token) =>
    keptFor() === null ? undefined : (await import('#web/offline/kept-answers.ts')).findAnswer(address, token)
  let begun = false
  watchUser(() => {
    if (begun || (!currentUser() && keptFor() === null && !mayHold('sending'))) return
    begun = true
    whenIdle(() => {
      beginKeeping().then(refresh, () => {
        begun = false
      })
    })
  })
}
