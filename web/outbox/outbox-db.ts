import { type IDBPDatabase, openDB } from 'idb'
import { isLooking } from '#web/auth/token.ts'
import { type OutboxSchema, outboxName, outboxVersion, upgradeOutbox } from '#web/outbox/outbox-schema.ts'

/** How long a database that does not open is waited for. Some browsers never call back. */
const openTimeoutMs = 1000

let timeoutMs = openTimeoutMs
let opening: Promise<IDBPDatabase<OutboxSchema>> | null = null

const connect = () =>
  openDB<OutboxSchema>(outboxName, outboxVersion, {
    upgrade: upgradeOutbox,
    // a later version of the site wants to change the database: it may
    blocking: (_version, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      opening = null
    },
    terminated: () => {
      opening = null
    },
  })

/** The database of everything that is to be sent. Rejects where the browser keeps none. */
export const openOutbox = async (): Promise<IDBPDatabase<OutboxSchema>> => {
  // what is typed in a look is nobody's
  if (isLooking()) throw new Error('Nothing is kept in a look.')
  opening ??= connect()
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
    opening?.catch(() => {
      opening = null
    })
    throw error
  }
}
