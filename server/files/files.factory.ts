import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { type FileRecord, files } from '#server/files/files.table.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import { finishUpload } from '#server/uploads/finish-upload.ts'

interface Parts extends Partial<typeof files.$inferInsert> {
  user_id: number
  /** A short text by default. */
  bytes?: Buffer
}

/**
 * A stored file, completed as an upload is, so that its type and its pictures are real; with `status: 'uploading'` only
 * its first half is stored.
 */
export const buildFile = async (
  db: Db,
  storage: FileStorage,
  { bytes = Buffer.from('Конспект первого занятия.'), status = 'ready', ...values }: Parts,
): Promise<FileRecord> => {
  const file = onlyRow(
    await db
      .insert(files)
      .values({
        id: randomBytes(16).toString('hex'),
        name: 'конспект.txt',
        type: 'text/plain',
        size: bytes.length,
        link_key: randomBytes(32),
        ...values,
      })
      .returning(),
  )
  const { id, size, name, type } = file
  await storage.uploads.create(new Upload({ id, size, offset: 0, metadata: { filename: name, filetype: type } }))
  const sent = status === 'uploading' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes
  if (sent.length > 0) await storage.uploads.write(Readable.from([sent]), id, 0)
  if (status !== 'ready') return file
  const ready = await finishUpload({ db, files: storage }, file)
  // keeps a `touched_at` in the past that the test asked for
  const { touched_at } = values
  if (touched_at) await db.update(files).set({ touched_at }).where(eq(files.id, id))
  return touched_at ? { ...ready, touched_at } : ready
}
