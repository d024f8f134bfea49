import { queryOptions, useQuery } from '@tanstack/react-query'
import { accountApi } from '#contract/auth/account.api.ts'
import { authApi } from '#contract/auth/auth.api.ts'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { forgetRegistration } from '#web/auth/kept-registration.ts'
import { askForPassword, askToSignInAgain } from '#web/auth/sign-in-again.ts'
import { dropToken, isLooking, readToken, returnFromLook, storeToken } from '#web/auth/token.ts'
import { ApiError, describeError, NetworkError } from '#web/data/api-error.ts'
import { call, forgetTagged, type Input, sessionLoss } from '#web/data/call.ts'
import { isOf, keyOf } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { closeQuestions } from '#web/ui/confirm.ts'
import { dropWaiting, toast } from '#web/ui/toasts.ts'

/** Where the signed-in person is kept: null for a guest. */
export const userQuery = queryOptions<CurrentUser | null>({
  queryKey: keyOf(authApi.user),
  // `loadUser` decides whether an answer still counts, and what happens to the session without one
  queryFn: async () => (await loadUser()).user,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The signed-in person; null for a guest. Loaded before each navigation, so a page never waits for it. */
export const useUser = () => useQuery({ ...userQuery, enabled: false }).data ?? null

/** Whether nobody is signed in; false while the server has not said whose the stored token is. */
export const useIsGuest = () => useQuery({ ...userQuery, enabled: false }).data === null && readToken() === null

/** The signed-in person, outside of components. */
export const currentUser = () => queryClient.getQueryData(userQuery.queryKey) ?? null

/** Whether another person than this one, or than nobody, has signed in by now. */
export const isSomebodyElse = (userId: number | undefined) => {
  const user = currentUser()
  return user !== null && user.id !== userId
}

/** What `recent-places.ts` has kept; here, so that its bundle need not be loaded. */
const forgetRecent = () => {
  try {
    localStorage.removeItem('recent_places')
  } catch {
    // a browser that keeps nothing
  }
}

/** Forgets what was loaded, except by the calls of signing in, the user included. */
const forgetLoaded = () => {
  forgetTagged()
  forgetRecent()
  queryClient.removeQueries({ predicate: (query) => !Object.values(authApi).some((endpoint) => isOf(query, endpoint)) })
}

/** The token that the person was loaded with. */
let userToken: string | null = null
const watchers = new Set<() => void>()

/** Calls back whenever the server has said again who is signed in. */
export const watchUser = (watcher: () => void) => watchers.add(watcher)

/** Puts somebody else, or nobody, in; what the one before had loaded is forgotten. */
const setUser = (user: CurrentUser | null, token: string | null) => {
  const before = currentUser()
  if (before && before.id !== user?.id) {
    forgetLoaded()
    dropWaiting()
    closeQuestions()
  }
  // also where another tab has signed in
  if (user) forgetRegistration()
  userToken = token
  queryClient.setQueryData(userQuery.queryKey, user)
  for (const watcher of watchers) watcher()
}

/**
 * The result of loading the user. With a `failure` the server's answer is unknown, and `user` is the one before.
 */
export interface UserLoad {
  user: CurrentUser | null
  failure?: unknown
}

/** Shows why the user could not be loaded; the page stays as it is. */
export const tellUserFailure = (failure: unknown) => {
  const { title, detail } = describeError(failure)
  const shown = failure instanceof NetworkError ? 'Показываем то, что уже загружено.' : detail
  toast({ severity: 'warn', summary: title, detail: shown, key: 'user-failure' })
}

let loads = 0
let running: Promise<UserLoad> | null = null

/**
 * Loads the signed-in person again; without a stored token nothing is asked. Never throws. Only a 401 ends the session
 * (product decision: losing the session); after any other failure the person and the token stay. In the background a
 * failure is not mentioned, and a lost session is left to be found by what the person does next.
 */
export const loadUser = (background = false): Promise<UserLoad> => {
  const token = readToken()
  if (!token) {
    setUser(null, null)
    return Promise.resolve({ user: null })
  }
  const load = askForUser(token, background).finally(() => {
    if (running === load) running = null
  })
  running = load
  return load
}

const askForUser = async (token: string, background: boolean): Promise<UserLoad> => {
  loads += 1
  const turn = loads
  try {
    const { user } = await call(authApi.user, { quiet: true })
    // an answer that was overtaken by a later question, or by another session, is old news
    if (turn === loads && readToken() === token) setUser(user, token)
  } catch (failure) {
    const user = currentUser()
    if (background) return { user, failure }
    if (!(failure instanceof ApiError && failure.status === 401)) {
      // without a person nothing is shown yet: the page that was being entered says it
      if (user) tellUserFailure(failure)
      return { user, failure }
    }
    if (readToken() === token) endSession()
  }
  return { user: currentUser() }
}

/** Takes over the session that the server has opened, by a password or by the school's identity provider. */
export const startSession = (
  { user, access_token }: { user: CurrentUser; access_token: string },
  byProvider = false,
) => {
  loads += 1
  storeToken(access_token, byProvider)
  // what a guest was answered knows nothing of this person
  if (!currentUser()) forgetLoaded()
  setUser(user, access_token)
}

/** Forgets the person and the token. When a look is over, its curator continues, with nothing of what it had loaded. */
export const endSession = () => {
  loads += 1
  if (returnFromLook()) return location.reload()
  dropToken()
  setUser(null, null)
}

/** Signs in; a failure clears the person and the token (specification §4) and is thrown on. */
export const signIn = async (input: Input<typeof authApi.login>) => {
  try {
    startSession(await call(authApi.login, input))
  } catch (error) {
    endSession()
    throw error
  }
}

/** The session that the person is ending. */
let ending: string | null = null

/** A call that finds this session over does not ask for another one: the person signs out. Null when that failed. */
export const expectEnd = (token: string | null) => {
  ending = token
}

sessionLoss.freshen = async (typed) => {
  if (typed === undefined) return askForPassword()
  try {
    await call(accountApi.givePassword, { body: { password: typed }, quiet: true })
    return true
  } catch (refusal) {
    // a wrong one is refused as the act itself would refuse it
    if (!(refusal instanceof ApiError && refusal.fields.code)) throw refusal
    return askForPassword({ password: typed, refusal })
  }
}

let asking: Promise<boolean> | null = null
/** The lost session that the person did not want back. */
let declined: string | null = null

// another tab may have put somebody else's token into the storage
sessionLoss.isPerson = (userId) => currentUser()?.id === userId && readToken() === userToken

sessionLoss.regain = async (lostToken, background = false) => {
  await running
  const token = readToken()
  if (!token || lostToken === ending) return false
  // nobody signs in to a look again
  if (isLooking() && token === lostToken) {
    endSession()
    return false
  }
  if (token !== lostToken) return true
  if (background && declined === lostToken) return false
  // several calls may find the session lost at once: one question for all
  asking ??= askToSignInAgain().finally(() => {
    asking = null
  })
  const signedIn = await asking
  declined = signedIn ? null : lostToken
  return signedIn
}
