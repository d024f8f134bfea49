import { currentUser, watchUser } from '#web/auth/session.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'

/** Resumes uploads that an earlier page began, once somebody is signed in; costs nothing where there are none. */
export const resumeUploads = () => {
  watchUser(() => {
    if (!currentUser() || !mayHold('upload')) return
    import('#web/uploads/open-uploads.ts').then(({ wakeUploads }) => wakeUploads()).catch(() => {})
  })
}
