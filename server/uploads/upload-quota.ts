import { dayMs } from '#contract/durations.ts'
import { formatSize } from '#contract/files/file-size.ts'
import { insertHits } from '#server/auth/auth.repo.ts'
import { countWithin } from '#server/auth/throttle.ts'
import type { Db } from '#server/db/database.ts'
import { sumFiles } from '#server/files/files.repo.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { User } from '#server/users/users.table.ts'

/** Upload limits of one person, in bytes. */
export interface UploadQuota {
  /** Within 24 hours, whatever happens to the files. */
  perDay: number
  /** For all their files together, unfinished ones too. */
  storage: number
}

const keyOf = (userId: number) => `upload:account:${userId}`

const tooMuchInADay = (perDay: number) => (retryAfter: number) =>
  new Refusal('quota-reached', {
    detail: `За сутки можно загрузить не больше ${formatSize(perDay)}, и этот файл уже не помещается. Попробуйте завтра или выберите файл поменьше.`,
    retryAfter,
  })

const tooMuchStored = (storage: number, stored: number) => {
  const detail = `Файл не поместится: все ваши файлы вместе могут занимать не больше ${formatSize(storage)}, сейчас занято ${formatSize(stored)}. Уберите ненужные файлы и попробуйте ещё раз.`
  return new Refusal('too-large', { detail, fields: { file: [detail] } })
}

/**
 * The storage limit until the address is confirmed, in bytes (product decision: states). Whoever has none was given the
 * account by the school: there is nothing to confirm.
 */
const unconfirmedStorage = 200 * 2 ** 20

const tooMuchUnconfirmed = () => {
  const detail = `Пока почта не подтверждена, все ваши файлы вместе могут занимать не больше ${formatSize(unconfirmedStorage)}. Откройте ссылку из нашего письма, и места станет больше.`
  return new Refusal('too-large', { detail, fields: { file: [detail] } })
}

/** Counts `size` bytes against what a person may upload within 24 hours, in the caller's transaction; 429 over it. */
export const countUploaded = (tx: Db, userId: number, size: number, { perDay }: Pick<UploadQuota, 'perDay'>) =>
  countWithin(tx, [
    { key: keyOf(userId), limit: { count: perDay, window: dayMs }, amount: size, refuse: tooMuchInADay(perDay) },
  ])

/**
 * Takes `size` bytes of a person's quota when an upload of that length begins (product decision: quotas). Refuses with
 * 413 when their files would take too much space, with 429 when they have uploaded too much today. Lock the person's
 * row first: simultaneous uploads run one after another.
 */
export const takeUploadQuota = async (tx: Db, user: User, size: number, quota: UploadQuota) => {
  const { id: userId } = user
  const stored = await sumFiles(tx, userId)
  const isUnconfirmed = user.email !== null && user.email_confirmed_at === null
  if (isUnconfirmed && stored + size > unconfirmedStorage) throw tooMuchUnconfirmed()
  if (stored + size > quota.storage) throw tooMuchStored(quota.storage, stored)
  await countUploaded(tx, userId, size, quota)
}

/** Returns the unsent bytes of an upload to the quota. */
export const giveBackUploadQuota = async (db: Db, upload: FileRecord, unsent: number) => {
  if (unsent === 0) return
  // with the time of the original hit, so that both expire together
  await insertHits(db, [{ key: keyOf(upload.user_id), amount: -unsent, at: upload.created_at }])
}
