/** What the device keeps under a key; null when there is nothing that can be read. */
export const readDevice = <T>(key: string): T | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Keeps a value on the device; null takes it away. A full or closed storage is no reason to stop typing. */
export const writeDevice = (key: string, value: unknown) => {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // what is typed stays on screen
  }
}
