const key = 'access_token'

/** Where a curator's own token waits while they look at the site as somebody else. */
const ownKey = 'own_access_token'

/** What a storage that is closed or full does not take: it lasts as long as the page. */
const unkept = new Map<string, string>()

const read = (name: string) => {
  try {
    return unkept.get(name) ?? localStorage.getItem(name)
  } catch {
    return null
  }
}

const write = (name: string, value: string) => {
  try {
    localStorage.setItem(name, value)
    unkept.delete(name)
  } catch {
    unkept.set(name, value)
  }
}

const remove = (name: string) => {
  unkept.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // there is nothing
  }
}

/** The stored token (specification §9); null for a guest. */
export const readToken = () => read(key)

/** Whether the session began at the school's identity provider, where it then ends, too. */
const providerKey = 'provider_session'

/** Stores the token of a person's own session for the next requests. */
export const storeToken = (token: string, byProvider: boolean) => {
  write(key, token)
  remove(ownKey)
  if (byProvider) write(providerKey, 'true')
  else remove(providerKey)
}

/** Removes the token. */
export const dropToken = () => {
  remove(key)
  remove(providerKey)
}

/** Whether signing out ends a session at the provider, too; a look at the site as somebody ends alone. */
export const endsAtProvider = () => read(providerKey) !== null && !isLooking()

/** Whether this browser looks at the site as somebody else. */
export const isLooking = () => read(ownKey) !== null

/** Puts the person's own token aside for that of a look. */
export const lookWith = (token: string) => {
  write(ownKey, readToken() ?? '')
  write(key, token)
}

/** Returns from a look to the person's own token; false when there was none. */
export const returnFromLook = () => {
  const own = read(ownKey)
  if (own === null) return false
  storeToken(own, read(providerKey) !== null)
  return true
}

/** Calls back when another tab signs in or out. */
export const onTokenChange = (listener: () => void) =>
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) listener()
  })
