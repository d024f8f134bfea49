import { currentUser, watchUser } from '#web/auth/session.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'

/** Sends the answers to quizzes that an earlier page could not; costs nothing where there are none. */
export const resumeAnswers = () => {
  const resume = () => {
    if (!currentUser() || !mayHold('quiz')) return
    import('#web/quizzes/sent-answers.ts').then(({ startAnswers }) => startAnswers()).catch(() => {})
  }
  watchUser(resume)
  // another page may have left some while this one was in the back/forward cache
  addEventListener('pageshow', resume)
}
