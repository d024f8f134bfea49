const key = 'access_token'

/** The stored token (specification §9); null for a guest. */
export const readToken = () => localStorage.getItem(key)

/** Stores the token for the next requests. */
export const storeToken = (token: string) => localStorage.setItem(key, token)

/** Removes the token. */
export const dropToken = () => localStorage.removeItem(key)

/** Calls back when another tab signs in or out. */
export const onTokenChange = (listener: () => void) =>
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) listener()
  })
