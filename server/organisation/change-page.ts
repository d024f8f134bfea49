import { isDeepStrictEqual } from 'node:util'
import { hourMs } from '#contract/durations.ts'
import type { OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { addEffect } from '#server/effects/effects.ts'
import type { FileUser } from '#server/files/file-uses.repo.ts'
import { addFilesOf, copyFiles, dropFiles, keepFiles } from '#server/files/keep-files.ts'
import { found, Refusal } from '#server/http/refusal.ts'
import { filledAt, filledMark } from '#server/organisation/filled-mark.ts'
import { checkDocuments, checkForms, checkInForce, keptContent } from '#server/organisation/keep-content.ts'
import {
  findOrganisationVersion,
  insertOrganisationVersion,
  lockOrganisationRecord,
  type OrganisationRecord,
  updateOrganisationRecord,
} from '#server/organisation/organisation.repo.ts'
import { lockDocumentsAndHeirs, publishDocuments } from '#server/organisation/organisation-documents.repo.ts'
import { loadPlatformFacts } from '#server/organisation/platform-rows.ts'
import { documentIdsIn } from '#server/organisation/present-rows.ts'
import { visibleValues } from '#server/organisation/visible-values.ts'
import { reminderMoment } from '#server/organisation/working-days.ts'
import { loadSchool } from '#server/site/load-settings.ts'

const pageUser = (number: number): FileUser => ({ owner: 'organisation-page', id: number })
const draftUser = (number: number): FileUser => ({ owner: 'organisation-draft', id: number })

const behind = () =>
  new Refusal('draft-behind', {
    detail:
      'Пока вы правили страницу, её изменили в другом окне или это сделал другой куратор. Откройте свежую версию и внесите правки в неё.',
  })

/** 409 when the draft is not the one that was seen: a colleague's text is not overwritten unread. */
const checkSeen = ({ draft_revision }: OrganisationRecord, revision: number | undefined) => {
  if (revision !== undefined && revision !== draft_revision) throw behind()
}

/** A draft that is saved so soon after one was discarded takes its place, in milliseconds: by «Вернуть», or by hand. */
const takenBackMs = hourMs

const isPublished = (record: OrganisationRecord, content: OrganisationContent) =>
  record.published_at !== null && isDeepStrictEqual(record.content, content)

/**
 * Deletes the draft; the published page stays. The draft's files stay with it, too: whoever undoes this saves the same
 * text again, and could not use a colleague's picture that nothing else shows. The next save leaves out the rest.
 */
const dropDraft = async (tx: Db, { number, draft_since, draft_revision }: OrganisationRecord) => {
  await updateOrganisationRecord(tx, number, {
    draft: null,
    draft_since: null,
    ...(draft_since !== null && { dropped_since: draft_since, dropped_at: new Date().toISOString() }),
    draft_saved_at: null,
    draft_saved_by: null,
    draft_revision: draft_revision + 1,
  })
}

/** The draft whose place the next one takes: it was discarded a moment ago, and the discard is being undone. */
const takenBack = ({ dropped_since, dropped_at }: OrganisationRecord, now: string) =>
  dropped_since !== null && dropped_at !== null && Date.parse(now) - Date.parse(dropped_at) < takenBackMs
    ? { since: dropped_since, dropped_at }
    : null

/**
 * Sets the draft. Its ten working days run from the first save; curators are reminded of them once. A draft that is
 * discarded and taken back has the days that are left, so that nobody gets new ones by a mistake.
 */
const setDraft = async (tx: Db, actor: Actor, record: OrganisationRecord, content: OrganisationContent) => {
  const { number, draft_revision } = record
  const now = new Date().toISOString()
  const former = takenBack(record, now)
  const since = record.draft_since ?? former?.since ?? now
  await updateOrganisationRecord(tx, number, {
    draft: content,
    draft_since: since,
    dropped_since: null,
    dropped_at: null,
    draft_saved_at: now,
    draft_saved_by: actor.id,
    draft_revision: draft_revision + 1,
  })
  if (record.draft_since !== null) return
  const reminder = reminderMoment(since)
  // the reminder of a draft that was taken back waits still, or was sent before; one that was due meanwhile found none
  const isReminded = former !== null && (reminder < former.dropped_at || reminder > now)
  if (!isReminded) await addEffect(tx, 'organisation-waits', { number, since }, reminder)
}

/**
 * Saves a curator's changes to a page unless somebody else saved since `revision`. Content equal to the published one
 * is no draft.
 */
export const saveDraft = (
  db: Db,
  actor: Actor,
  number: number,
  { content, revision }: { content: OrganisationContent; revision: number },
) =>
  db.transaction(async (tx) => {
    const record = await lockOrganisationRecord(tx, number)
    checkSeen(record, revision)
    const kept = await keptContent(number, content)
    await checkDocuments(tx, kept)
    if (isPublished(record, kept)) {
      await dropFiles(tx, draftUser(number))
      return dropDraft(tx, record)
    }
    await setDraft(tx, actor, record, kept)
    await keepFiles(tx, actor, draftUser(number), { texts: [kept.before, kept.after] })
  })

/** Discards the draft in favour of the published page. */
export const discardDraft = (db: Db, number: number, revision?: number) =>
  db.transaction(async (tx) => {
    const record = await lockOrganisationRecord(tx, number)
    checkSeen(record, revision)
    if (record.draft !== null) await dropDraft(tx, record)
  })

/**
 * Publishes the draft of a page and keeps it as a version; its documents are public from now on. A page that was never
 * published needs no draft: the platform may have filled in all of it.
 */
export const publishPage = (db: Db, actor: Actor, number: number, revision: number) =>
  db.transaction(async (tx) => {
    const record = await lockOrganisationRecord(tx, number)
    checkSeen(record, revision)
    const { draft } = record
    if (draft === null && record.published_at !== null) {
      throw new Refusal('wrong-state', { detail: 'На странице нет изменений: публиковать нечего.' })
    }
    const content = await keptContent(number, draft ?? record.content)
    const facts = await loadPlatformFacts(tx)
    const visible = visibleValues(found(registryPage(number, await loadSchool(tx))), content, facts)
    checkForms(visible)
    const documents = await lockDocumentsAndHeirs(tx, documentIdsIn(content))
    checkInForce(visible, documents)
    const published_at = new Date().toISOString()
    const version = await insertOrganisationVersion(tx, { number, content, published_at, published_by: actor.id })
    // files of a discarded draft may still be there: they must not become public
    const texts = [content.before, content.after]
    await copyFiles(tx, draftUser(number), pageUser(number), texts)
    await copyFiles(tx, draftUser(number), { owner: 'organisation-version', id: version.id }, texts)
    await dropFiles(tx, draftUser(number))
    const current = documents.filter(({ document }) => document.archived_at === null)
    await publishDocuments(
      tx,
      current.map(({ document }) => document.id),
    )
    await updateOrganisationRecord(tx, number, {
      content,
      changed_at: record.draft_saved_at,
      published_at,
      published_by: actor.id,
      // a curator's correction does not count as a change by the platform
      filled_mark: filledMark(number, content, facts),
      filled_at: filledAt(number, record, facts),
      // nothing is left to take back
      dropped_since: null,
      dropped_at: null,
    })
    await dropDraft(tx, { ...record, draft_since: null })
  })

/** Makes a version the draft of its page, replacing the draft that was seen. */
export const restoreVersion = (
  db: Db,
  actor: Actor,
  { number, id }: { number: number; id: number },
  revision?: number,
) =>
  db.transaction(async (tx) => {
    const record = await lockOrganisationRecord(tx, number)
    checkSeen(record, revision)
    const { version } = found(await findOrganisationVersion(tx, number, id))
    // the registry may have changed since
    const content = await keptContent(number, version.content)
    if (isPublished(record, content)) return dropDraft(tx, record)
    await setDraft(tx, actor, record, content)
    await addFilesOf(tx, { owner: 'organisation-version', id }, draftUser(number))
  })
