import { dayText, schoolDay } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import { isOver } from '#contract/organisation/document-term.ts'
import { escapeHtml } from '#server/content/escape-html.ts'
import type { Db } from '#server/db/database.ts'
import {
  deleteNotificationsOfAnybody,
  insertNotifications,
  listNotified,
} from '#server/notifications/notifications.repo.ts'
import { warnedBefore } from '#server/organisation/judge-documents.ts'
import {
  type DocumentRecord,
  holdDocumentsStillEnding,
  listDocumentsEnding,
} from '#server/organisation/organisation-documents.repo.ts'
import { listShownDocuments } from '#server/organisation/shown-documents.ts'
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
 * The documents in force whose last day is near or over, soonest first. Leaves out those that another one follows under
 * every name where a published page shows them: it may be their successor, as `termFault` has it.
 */
export const listDocumentsToRenew = async (db: Db, now = new Date()) => {
  const today = schoolDay(now)
  const limit = warnedBefore(now)
  const documents = await listDocumentsEnding(db, limit)
  if (documents.length === 0) return []
  const shown = await listShownDocuments(db)
  return documents.filter((document) => {
    const before = isOver(document, today) ? today : limit
    const beside = shown.filter(({ documents }) => documents.some(({ id }) => id === document.id))
    return beside.length === 0 || beside.some(({ documents }) => documents.every((other) => isOver(other, before)))
  })
}

/** The news of each of these documents, with the curators who have not had it. */
const unsentNews = async (db: Db, documents: DocumentRecord[], now: Date) => {
  const curators = await listCuratorIds(db, 'organisation')
  const all = documents.map((document) => ({ document, news: newsOf(document, schoolDay(now)) }))
  const sameAs = all.map(({ news }) => news.same_as)
  const sent = new Set(await listNotified(db, curators, sameAs))
  return all.flatMap(({ document, news }) => {
    const recipients = curators.filter((id) => !sent.has(`${id} ${news.same_as}`))
    return recipients.length > 0 ? [{ document, news, recipients }] : []
  })
}

/**
 * Notifies the curators of the section of each document in force whose last day is near, and of each that has expired
 * lately: once each while it keeps its last day, however many processes do this. Locks and writes nothing when all have
 * been notified.
 */
export const noteDocumentTerms = async (db: Db) => {
  const now = new Date()
  const oldest = schoolDay(now.getTime() - newsMs)
  const documents = (await listDocumentsToRenew(db, now)).filter((document) => !isOver(document, oldest))
  const unsent = await unsentNews(db, documents, now)
  if (unsent.length === 0) return
  await db.transaction(async (tx) => {
    const held = await holdDocumentsStillEnding(
      tx,
      unsent.map(({ document }) => document),
    )
    const ids = new Set(held.map(({ id }) => id))
    for (const { document, news, recipients } of unsent) {
      if (ids.has(document.id)) await insertNotifications(tx, recipients, { type: 'document-term', ...news })
    }
  })
}

/**
 * Deletes the notifications about the last day of a document that is no longer in force, or gets another day; letters
 * that wait go with them. The document must be locked.
 */
export const dropTermNews = async (tx: Db, document: Term) => {
  // every notification is read for these: not where there can be none yet
  if (document.valid_until === null || document.valid_until >= warnedBefore(new Date())) return
  await deleteNotificationsOfAnybody(tx, [sameEnding(document), sameEnded(document)])
}
