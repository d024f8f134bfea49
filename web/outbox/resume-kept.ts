import { currentUser, watchUser } from '#web/auth/session.ts'
import { type Kind, mayHold } from '#web/outbox/outbox-flag.ts'

/**
 * Sends what an earlier page could not, of one kind, once somebody is signed in: `wake` loads its sender and starts it.
 * Costs nothing where the device keeps nothing of it.
 */
export const resumeKept = (kind: Kind, wake: () => Promise<unknown>) => {
  const resume = () => {
    if (currentUser() && mayHold(kind)) wake().catch(() => {})
  }
  watchUser(resume)
  // another page may have left some while this one was in the back/forward cache
  addEventListener('pageshow', resume)
}
