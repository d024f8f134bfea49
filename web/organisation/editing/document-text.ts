import { schoolDay } from '#contract/dates.ts'
import { formatSize } from '#contract/files/file-size.ts'
import { isOver } from '#contract/organisation/document-term.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { documentDays, formatName, signatureText } from '#web/organisation/blocks/document-facts.ts'

/** The day that people have written as 21.11.2026, as days are kept: 2026-11-21; null when it is none. */
export const dayOf = (text: string) => {
  const [, date, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim()) ?? []
  const iso = date && month ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text.trim()
  const moment = new Date(`${iso}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(iso) && moment.toJSON()?.startsWith(iso) ? iso : null
}

/** Whether a document's time is over. */
export const isExpired = (document: Pick<OrganisationDocument, 'valid_until'>, day = schoolDay()) =>
  isOver(document, day)

/** The type, size, date and term of a document, and whether it is signed. */
export const documentFacts = (document: OrganisationDocument) => {
  const { file, signature, signature_file } = document
  return [
    `${formatName(file.name)}, ${formatSize(file.size)}`,
    documentDays(document),
    signature && `подписан: ${signatureText(document)}`,
    signature_file && 'есть файл подписи',
  ]
    .filter(Boolean)
    .join(' · ')
}
