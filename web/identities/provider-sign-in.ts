import { authApi } from '#contract/auth/auth.api.ts'
import { identitiesApi } from '#contract/identities/identities.api.ts'
import { expectEnd } from '#web/auth/session.ts'
import { dropToken, readToken } from '#web/auth/token.ts'
import { keepWantedPage } from '#web/auth/wanted-page.ts'
import { call } from '#web/data/call.ts'

/**
 * Where this tab keeps what it proves with that it has begun the sign-in; it never leaves the tab but to the server.
 */
const place = 'provider_sign_in'

const begin = async (again: boolean) => {
  const { url, key } = await call(identitiesApi.begin, { body: { again }, quiet: true })
  sessionStorage.setItem(place, key)
  return url
}

/** Goes to the provider's page to sign in, and then to the `wanted` page; throws when the provider is away. */
export const goToProvider = async (wanted: string | undefined) => {
  const url = await begin(false)
  if (wanted !== undefined) keepWantedPage(wanted)
  location.assign(url)
}

/** Signs in again by the provider, which asks for the password again, and returns to this page. */
export const signInAnew = async () => {
  const url = await begin(true)
  const token = readToken()
  expectEnd(token)
  keepWantedPage(location.pathname + location.search + location.hash)
  // the provider has just named the person who comes back, perhaps another one: this session is over
  await call(authApi.logout, { quiet: true }).catch(() => {})
  dropToken()
  location.assign(url)
}

/** What this tab has begun a sign-in with; empty for a tab that has begun none. */
export const readSignInKey = () => sessionStorage.getItem(place) ?? ''

/** Forgets the sign-in: it is over. */
export const forgetSignIn = () => sessionStorage.removeItem(place)
