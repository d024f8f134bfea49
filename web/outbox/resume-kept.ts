import { currentUser, watchUser } from '#web/auth/session.ts'
import { type Kind, mayHold } from '#web/outbox/outbox-flag.ts'

/**
 * Sends what an earlier page has left on the device, as soon as somebody is signed in. `send` loads the code for it, so
 * that a page with nothing to send loads nothing.
 */
export const resumeKept = (kind: Kind, send: () => Promise<void>) => {
  const resume = () => {
    if (currentUser() && mayHold(kind)) send().catch(() => {})
  }
  watchUser(resume)
  // another page may have left some while this one was in the back/forward cache
  addEventListener('pageshow', resume)
}
