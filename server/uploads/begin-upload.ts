import type { Db } from '#server/db/database.ts'
import { countUnfinished, insertFile } from '#server/files/files.repo.ts'
import type { FileRecord, files } from '#server/files/files.table.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { takeUploadQuota, type UploadQuota } from '#server/uploads/upload-quota.ts'
import { lockUser } from '#server/users/users.repo.ts'

/** Max unfinished uploads of one person at a time. */
const maxUnfinished = 50

const tooManyUnfinished = () =>
  new Refusal('too-many', {
    detail: `У вас уже ${maxUnfinished} незаконченных загрузок. Закончите или отмените часть из них и повторите.`,
  })

/** Records an upload before its bytes are sent; 413 or 429 when the person has used a limit up. */
export const beginUpload = (db: Db, values: typeof files.$inferInsert, quota: UploadQuota): Promise<FileRecord> =>
  db.transaction(async (tx) => {
    // one after another, or several at once would exceed the limits
    const user = found(await lockUser(tx, values.user_id))
    if ((await countUnfinished(tx, values.user_id)) >= maxUnfinished) throw tooManyUnfinished()
    await takeUploadQuota(tx, user, values.size, quota)
    return insertFile(tx, values)
  })
