import { authApi } from '#contract/auth/auth.api.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { expectEnd } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { forgetWantedPage } from '#web/auth/wanted-page.ts'

/**
 * Ends the session on the server, then goes to the main page by `goToMain`; the load of the user before that navigation gets a 401
 * and clears the person and the token (specification §4).
 */
export const signOut = async (goToMain: () => Promise<void>) => {
  // what is still being loaded finds the session over
  expectEnd(readToken())
  try {
    await call(authApi.logout, { quiet: true })
  } catch (error) {
    // a session that is over already is what was wanted
    if (!(error instanceof ApiError && error.status === 401)) {
      expectEnd(null)
      return reportError(error, 'Не получилось выйти')
    }
  }
  forgetWantedPage()
  await goToMain()
}
