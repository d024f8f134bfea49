/** What the device would not keep, for as long as the page is open. */
const unkept = new Map<string, unknown>()

/** What the device keeps under a key; null when there is nothing that can be read. */
export const readDevice = <T>(key: string): T | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** What a person has typed: this page has it where the device would not keep it. */
export const readTyped = <T>(key: string): T | null => (unkept.has(key) ? (unkept.get(key) as T) : readDevice<T>(key))

/** Keeps a value on the device; null takes it away. A full or closed storage is no reason to stop typing. */
export const writeDevice = (key: string, value: unknown) => {
  unkept.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    if (value !== null) unkept.set(key, value)
  }
}
