import { authApi } from '#contract/auth/auth.api.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import { pathTo } from '#contract/pages.ts'
import { finishSession } from '#web/app/before-sign-out.ts'
import { endForgotten, forgetSession } from '#web/auth/forgotten-sessions.ts'
import { currentUser, endSession, expectEnd } from '#web/auth/session.ts'
import { endsAtProvider, isLooking, readToken, returnFromLook } from '#web/auth/token.ts'
import { forgetWantedPage } from '#web/auth/wanted-page.ts'
import { ApiError, NetworkError } from '#web/data/api-error.ts'
import { call } from '#web/data/call.ts'
import { reportError } from '#web/data/report-error.ts'
import { leavePush } from '#web/notifications/leave-push.ts'
import { toast } from '#web/ui/toasts.ts'

/**
 * Without a network the device forgets person and token at once, and the session ends later; false where it cannot be.
 */
const leaveAlone = async () => {
  const token = readToken()
  if (token === null || isLooking() || !(await forgetSession(token))) return false
  forgetWantedPage()
  endSession()
  toast({
    severity: 'success',
    summary: 'Вы вышли',
    detail: 'Сети сейчас нет: сервер закончит вход, как только она появится и сайт на этом устройстве откроют.',
  })
  void endForgotten()
  return true
}

/**
 * Ends the session on the server, then goes to the main page by `goToMain`; the load of the user before that navigation
 * gets a 401 and clears the person and the token (specification §4). A look at the site as somebody else ends on their
 * profile, as the curator, after a reload, so that nothing of the look stays. Without a network the device forgets all
 * the same. Who has signed in by the identity provider signs out there, too.
 */
export const signOut = async (goToMain: () => Promise<void>) => {
  const looked = currentUser()
  await Promise.all([leavePush(), finishSession()])
  // what is still being loaded finds the session over
  expectEnd(readToken())
  let atProvider: string | null = null
  try {
    if (endsAtProvider()) atProvider = (await call(identitiesApi.signOut, { quiet: true })).url
    else await call(authApi.logout, { quiet: true })
  } catch (error) {
    if (error instanceof NetworkError && (await leaveAlone())) return await goToMain()
    // a session that is over already is what was wanted
    if (!(error instanceof ApiError && error.status === 401)) {
      expectEnd(null)
      return reportError(error, 'Не получилось выйти')
    }
  }
  forgetWantedPage()
  // the provider ends its own session, and sends the browser back to the main page
  if (atProvider !== null) return location.assign(atProvider)
  if (returnFromLook()) return location.assign(looked ? pathTo('users.show', { id: looked.id }) : pathTo('main'))
  await goToMain()
}
