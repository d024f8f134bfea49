import type { IDBPDatabase, OpenDBCallbacks } from 'idb'

/**
 * A database of the device, which `connect` opens when it is first asked for, and again once `lost` says that it was
 * closed. Some browsers never call back: after `openTimeoutMs` asking for it fails.
 */
export const deviceDatabase = <Schema>(
  connect: (lost: Pick<OpenDBCallbacks<Schema>, 'blocking' | 'terminated'>) => Promise<IDBPDatabase<Schema>>,
  openTimeoutMs: number,
) => {
  let timeoutMs = openTimeoutMs
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => {
    opening = null
  }
  const lost = {
    // a later version of the site wants to change the database: it may
    blocking: (_version: number, _wanted: number | null, event: Event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  }
  return {
    open: async () => {
      opening ??= connect(lost)
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('The database does not open.')), timeoutMs)
      })
      try {
        const database = await Promise.race([opening, late])
        timeoutMs = openTimeoutMs
        return database
      } catch (error) {
        // tried again each time, but waited for only once
        timeoutMs = 0
        opening?.catch(forget)
        throw error
      }
    },
    close: async () => {
      const database = await opening?.catch(() => null)
      database?.close()
      forget()
    },
  }
}
