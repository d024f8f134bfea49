import { keepPreviousData } from '@tanstack/react-query'
import { auditApi } from '#contract/audit/audit.api.ts'
import { type AuditKind, auditKinds } from '#contract/audit/audit-kinds.ts'
import type { PageSearch } from '#contract/pages.ts'
import { listPage } from '#web/app/list-address.ts'
import { beginning, dayOf, idOf } from '#web/audit/audit-address.ts'
import { callForFile } from '#web/data/call.ts'
import { q } from '#web/data/endpoint-query.ts'
import { downloadedBytes, ownTimeZone } from '#web/files/downloaded-bytes.ts'
import { saveBlob } from '#web/files/save-blob.ts'
import { localDay } from '#web/ui/local-moment.ts'

/** What the journal may be narrowed down to; days are of the reader's clock. */
interface AuditFilter {
  /** Who acted. */
  user?: number | undefined
  /** Whose account was changed. */
  about?: number | undefined
  kind?: AuditKind | undefined
  from?: string | undefined
  to?: string | undefined
  page: number
}

/** What the address asks for; what makes no sense in it is left out. */
export const auditFilterOf = ({ user, about, kind, from, to, page }: PageSearch<'settings'>): AuditFilter => ({
  user: idOf(user),
  about: idOf(about),
  kind: auditKinds.find((known) => known === kind),
  from: dayOf(from),
  to: dayOf(to),
  page: listPage(page),
})

const inputOf = ({ user, about, kind, from, to }: AuditFilter) => ({
  user_id: user,
  about_id: about,
  kind,
  from: beginning(from, 0),
  to: beginning(to, 1),
})

/** The journal of changes, page by page: for curators. */
export const auditQuery = (filter: AuditFilter) =>
  q(auditApi.list, { query: { ...inputOf(filter), page: filter.page } }, { placeholderData: keepPreviousData })

/** Whether the chain of the journal is whole. */
export const auditCheckQuery = q(auditApi.check, {})

/** Saves the filtered journal as a table, with times in the reader's time zone. Throws like `call`. */
export const downloadAudit = async (filter: AuditFilter, format: 'csv' | 'xlsx') => {
  const query = { ...inputOf(filter), format, ...ownTimeZone() }
  const response = await callForFile(auditApi.export, { query })
  const bytes = await downloadedBytes(response)
  saveBlob(bytes, `Журнал изменений — ${localDay()}.${format}`)
}
