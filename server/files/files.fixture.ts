import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { type FileRecord, files } from '#server/files/files.table.ts'

/** Adds the row of a file without bytes: by default a complete picture of 1600×900. */
export const addFile = async (
  db: Db,
  user_id: number,
  values: Partial<typeof files.$inferInsert> = {},
): Promise<FileRecord> => {
  const rows = await db
    .insert(files)
    .values({
      id: randomBytes(16).toString('hex'),
      user_id,
      name: 'Эскиз.png',
      type: 'image/png',
      size: 2048,
      status: 'ready',
      width: 1600,
      height: 900,
      link_key: randomBytes(32),
      ...values,
    })
    .returning()
  return onlyRow(rows)
}
