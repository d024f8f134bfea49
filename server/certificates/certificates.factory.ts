import { certificates } from '#server/certificates/certificates.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'

/** Adds a certificate for tests and the demo school. */
export const buildCertificate = async (
  db: Db,
  values: Pick<typeof certificates.$inferInsert, 'user_id'> & Partial<typeof certificates.$inferInsert>,
) => {
  const rows = await db
    .insert(certificates)
    .values({ number: '4TRK-9W2M-0QXA', name: 'Илья Соколов', course: 'Вёрстка', issued_on: '2026-11-23', ...values })
    .returning()
  return onlyRow(rows)
}
