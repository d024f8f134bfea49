import { queryOptions, useQuery } from '@tanstack/react-query'
import { authApi } from '#contract/auth/auth.api.ts'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { CallInput } from '#contract/http/endpoint.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call, sessionLoss } from '#web/app/call.ts'
import { queryClient } from '#web/app/query-client.ts'
import { askToSignInAgain } from '#web/auth/sign-in-again.ts'
import { dropToken, readToken, storeToken } from '#web/auth/token.ts'
import { toast } from '#web/ui/toasts.ts'

const userKey = ['auth', 'user']

/** Where the signed-in person is kept: null for a guest. */
export const userQuery = queryOptions<CurrentUser | null>({
  queryKey: userKey,
  queryFn: async () => (await loadUser()).user,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The signed-in person; null for a guest. Loaded before each navigation, so a page never waits for it. */
export const useUser = () => useQuery({ ...userQuery, enabled: false }).data ?? null

/** The signed-in person, outside of components. */
export const currentUser = () => queryClient.getQueryData<CurrentUser | null>(userKey) ?? null

const forgetAnswers = () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' })

/** The token that the person was loaded with. */
let userToken: string | null = null
const watchers = new Set<() => void>()

/** Calls back whenever it is known anew who is signed in. */
export const watchUser = (watcher: () => void) => watchers.add(watcher)

/** Puts somebody else, or nobody, in; what the one before had loaded is forgotten. */
const setUser = (user: CurrentUser | null, token: string | null) => {
  const before = currentUser()
  if (before && before.id !== user?.id) forgetAnswers()
  userToken = token
  queryClient.setQueryData(userKey, user)
  for (const watcher of watchers) watcher()
}

/** What a load of the user came to; `known` is false when the server could not say. */
export interface UserLoad {
  user: CurrentUser | null
  known: boolean
}

let loads = 0
let running: Promise<UserLoad> | null = null

/**
 * Loads the signed-in person anew; without a stored token nothing is asked. Never throws. In the background nothing is said
 * of a failure, and a lost session is left to be found by what the person does next.
 */
export const loadUser = (background = false): Promise<UserLoad> => {
  const token = readToken()
  if (!token) {
    setUser(null, null)
    return Promise.resolve({ user: null, known: true })
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
  } catch (error) {
    if (background) return { user: currentUser(), known: false }
    if (error instanceof ApiError && error.status === 401) {
      if (readToken() === token) endSession()
    } else {
      toast({ severity: 'warn', summary: 'Нет сети', detail: 'Показываем то, что уже загружено.', key: 'offline' })
      return { user: currentUser(), known: false }
    }
  }
  return { user: currentUser(), known: true }
}

/** Takes over the session that the server has opened. */
export const startSession = ({ user, access_token }: { user: CurrentUser; access_token: string }) => {
  loads += 1
  storeToken(access_token)
  // what a guest was answered knows nothing of this person
  if (!currentUser()) forgetAnswers()
  setUser(user, access_token)
}

/** Forgets the person and the token. */
const endSession = () => {
  loads += 1
  dropToken()
  setUser(null, null)
}

/** Signs in; a failure clears the person and the token (specification §4) and is thrown on. */
export const signIn = async (credentials: CallInput<typeof authApi.login>['body']) => {
  try {
    startSession(await call(authApi.login, { body: credentials }))
  } catch (error) {
    endSession()
    throw error
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
  if (!token) return false
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
