import { dayText, schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import { isOver } from '#contract/organisation/document-term.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import { deleteNotificationsLike, insertOwnNotifications } from '#server/notifications/notifications.repo.ts'
import { warnedBefore } from '#server/organisation/judge-documents.ts'
import { type DocumentRecord, holdDocumentsEnding } from '#server/organisation/organisation-documents.repo.ts'
import { listCuratorIds } from '#server/users/curators.repo.ts'

/** How long an expired document is news, in milliseconds: former ones that a page keeps showing are none. */
const newsMs = 30 * dayMs

type Term = Pick<DocumentRecord, 'id' | 'valid_until'>

/** `same_as` of the notifications of a document's last day: that it is near, and that it is over. */
const sameEnding = ({ id, valid_until }: Term) => `document-ending:${id}:${valid_until}`
const sameEnded = ({ id, valid_until }: Term) => `document-ended:${id}:${valid_until}`

const newsOf = (document: DocumentRecord, today: string) => {
  const named = `<b>«${escapeHtml(document.title)}»</b>`
  const day = dayText(document.valid_until ?? '')
  return isOver(document, today)
    ? { title: `Срок действия документа ${named} вышел ${day}`, same_as: sameEnded(document) }
    : { title: `Документ ${named} действует до ${day}: приготовьте новый`, same_as: sameEnding(document) }
}

/**
 * Notifies the curators of the section of each document in force whose last day is near, and of each that has expired
 * lately: once each while it keeps its last day, however many processes do this.
 */
export const noteDocumentTerms = (db: Db) =>
  db.transaction(async (tx) => {
    const now = new Date()
    const documents = await holdDocumentsEnding(tx, schoolDay(now.getTime() - newsMs), warnedBefore(now))
    const curators = await listCuratorIds(tx, 'organisation')
    const rows = documents.flatMap((document) => {
      const news = newsOf(document, schoolDay(now))
      return curators.map((user_id) => ({ user_id, ...news }))
    })
    await insertOwnNotifications(tx, 'document-term', rows)
  })

/**
 * Deletes what curators were notified of about the last day of a document that is no longer in force, or gets another
 * day; letters that wait go with it. The document must be locked.
 */
export const dropTermNews = async (tx: Db, document: Term) => {
  if (document.valid_until === null) return
  const curators = await listCuratorIds(tx, 'organisation')
  await deleteNotificationsLike(tx, curators, sameEnding(document))
  await deleteNotificationsLike(tx, curators, sameEnded(document))
}
