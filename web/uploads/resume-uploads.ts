import { currentUser, watchUser } from '#web/auth/session.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'

/** Resumes uploads that an earlier page began, once somebody is signed in; costs nothing where there are none. */
export const resumeUploads = () => {
  const resume = () => {
    if (!currentUser() || !mayHold('upload')) return
    import('#web/uploads/open-uploads.ts').then(({ wakeUploads }) => wakeUploads()).catch(() => {})
  }
  watchUser(resume)
  // another page may have left some while this one was in the back/forward cache
  addEventListener('pageshow', resume)
}
