import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { findRecipient } from '#server/mail/letter-recipient.ts'
import { AddressRefused, type Mailer } from '#server/mail/mailer.ts'
import { channelsOf } from '#server/notifications/change-settings.ts'
import {
  type DueRow,
  deleteDeliveries,
  findReviewsOfEntries,
  listDue,
  postponeDeliveries,
} from '#server/notifications/deliveries.repo.ts'
import { afterQuiet } from '#server/notifications/delivery-times.ts'
import { findChosenSettings, findLetterKey } from '#server/notifications/notification-settings.repo.ts'
import { stillVisible } from '#server/notifications/still-visible.ts'
import { unsubscribeToken, wholeLetter, writeEvents } from '#server/notifications/write-letter.ts'
import { writeVerdictLetter } from '#server/reviews/verdict-letter.ts'
import { findUser, updateUser } from '#server/users/users.repo.ts'

/** The entry of a thread that a verdict is shown by; null for other news. */
const entryOfVerdict = ({ notification: { type, same_as } }: DueRow) => {
  const entry = /^task-moved:(\d+)$/.exec(same_as ?? '')?.[1]
  return entry !== undefined && (type === 'task-accepted' || type === 'task-returned') ? Number(entry) : null
}

/** Leaves out verdicts that were taken back since. */
const inForce = async (db: Db, rows: DueRow[]) => {
  const news = rows.map((row) => ({ row, entry: entryOfVerdict(row) }))
  const reviewOf = await findReviewsOfEntries(
    db,
    news.flatMap(({ entry }) => entry ?? []),
  )
  return news.flatMap(({ row, entry }) => {
    const reviewId = entry === null ? null : reviewOf.get(entry)
    return reviewId === undefined ? [] : [{ row, reviewId }]
  })
}

/** Marks an address that a mail server has refused for good: nothing more is sent there until it is confirmed again. */
export const noteBounce = async (db: Db, userId: number) => {
  await updateUser(db, userId, { email_bounced_at: new Date().toISOString() })
}

/**
 * Sends everything that is due to a person in one letter. What they have read on the site by then is left out, and what
 * they no longer want; in quiet hours, which they may have chosen since, it waits.
 */
export const sendDueLetter = async (tx: Db, config: Config, mailer: Mailer, userId: number) => {
  const due = await listDue(tx, userId, 'letter')
  const ids = due.map(({ notification }) => notification.id)
  const user = await findUser(tx, userId)
  const settings = await findChosenSettings(tx, userId)
  const now = Date.now()
  const end = afterQuiet(now, settings.quiet, settings.time_zone)
  if (end > now) return postponeDeliveries(tx, 'letter', ids, new Date(end).toISOString())
  await deleteDeliveries(tx, 'letter', ids)
  const recipient = user && (await findRecipient(tx, user))
  if (!user || !recipient) return
  const wanted = due.filter(
    ({ notification: { type, read_at } }) => read_at === null && channelsOf(settings, type).letter !== 'off',
  )
  const news = await inForce(tx, await stillVisible(tx, user, wanted))
  const [first] = news
  if (!first) return
  const verdict =
    news.length === 1 && first.reviewId !== null
      ? await writeVerdictLetter(tx, config, { review_id: first.reviewId, user_id: userId })
      : null
  const rows = news.map(({ row }) => row)
  const token = unsubscribeToken(await findLetterKey(tx), userId)
  try {
    await mailer(wholeLetter(config, user, recipient, verdict ?? writeEvents(config, rows), token))
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    // a parent's address is not this person's to confirm
    if (user.email !== null) await noteBounce(tx, userId)
  }
}
