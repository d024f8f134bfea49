import { dayText, schoolDay } from '#contract/dates.ts'
import { isOver } from '#contract/organisation/document-term.ts'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { formatDay } from '#web/ui/dates.ts'

/** «от 12.11.2026», «действует до 31.12.2027». */
export const documentDays = (document: OrganisationDocument, day = schoolDay()) => {
  const { dated_on, valid_from, valid_until } = document
  return [
    dated_on && `от ${dayText(dated_on)}`,
    valid_from && valid_from > day && `вступает в силу ${dayText(valid_from)}`,
    valid_until && `${isOver(document, day) ? 'действовал' : 'действует'} до ${dayText(valid_until)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Who signed a document, when and with which certificate; empty where nothing is known. */
export const signatureText = ({ signature }: OrganisationDocument) => {
  if (!signature) return ''
  const { signer, post, signed_at, certificate, number } = signature
  const facts = [
    signer,
    post,
    signed_at && formatDay(signed_at),
    certificate && `сертификат ${certificate}`,
    number && `№ ${number}`,
  ]
  return facts.filter(Boolean).join(', ')
}

/** «PDF», by the file's own ending. */
export const formatName = (name: string) => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? 'Файл'

/** The format of what a link leads to, if its address shows it: «PDF», «CSV»; empty for pages. */
export const linkFormat = (url: string) =>
  /^\/api\/organisation\/pages\/\d+\/tables\//.test(url)
    ? 'CSV'
    : (/\.(pdf|docx?|xlsx?|odt|ods|rtf|csv|zip)$/i.exec(url.replace(/[?#].*$/, ''))?.[1]?.toUpperCase() ?? '')
