const key = 'access_token'

/** Where a curator's own token waits while they look at the site as somebody else. */
const ownKey = 'own_access_token'

/** The stored token (specification §9); null for a guest. */
export const readToken = () => localStorage.getItem(key)

/** Whether the session began at the school's identity provider, where it then ends, too. */
const providerKey = 'provider_session'

/** Stores the token of a person's own session for the next requests. */
export const storeToken = (token: string, byProvider: boolean) => {
  localStorage.setItem(key, token)
  localStorage.removeItem(ownKey)
  if (byProvider) localStorage.setItem(providerKey, 'true')
  else localStorage.removeItem(providerKey)
}

/** Removes the token. */
export const dropToken = () => {
  localStorage.removeItem(key)
  localStorage.removeItem(providerKey)
}

/** Whether signing out ends a session at the provider, too; a look at the site as somebody ends alone. */
export const endsAtProvider = () => localStorage.getItem(providerKey) !== null && !isLooking()

/** Whether this browser looks at the site as somebody else. */
export const isLooking = () => localStorage.getItem(ownKey) !== null

/** Puts the person's own token aside for that of a look. */
export const lookWith = (token: string) => {
  localStorage.setItem(ownKey, readToken() ?? '')
  localStorage.setItem(key, token)
}

/** Returns from a look to the person's own token; false when there was none. */
export const returnFromLook = () => {
  const own = localStorage.getItem(ownKey)
  if (own === null) return false
  storeToken(own, localStorage.getItem(providerKey) !== null)
  return true
}

/** Calls back when another tab signs in or out. */
export const onTokenChange = (listener: () => void) =>
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) listener()
  })
