import { type IDBPDatabase, openDB } from 'idb'
import { isLooking } from '#web/auth/token.ts'
import { type OutboxSchema, outboxName, outboxVersion, upgradeOutbox } from '#web/outbox/outbox-schema.ts'
import { deviceDatabase } from '#web/ui/device-database.ts'

const database = deviceDatabase<OutboxSchema>(
  (lost) => openDB<OutboxSchema>(outboxName, outboxVersion, { upgrade: upgradeOutbox, ...lost }),
  1000,
)

/** The database of everything that is to be sent. Rejects where the browser keeps none. */
export const openOutbox = async (): Promise<IDBPDatabase<OutboxSchema>> => {
  // what is typed in a look is nobody's
  if (isLooking()) throw new Error('Nothing is kept in a look.')
  return database.open()
}
