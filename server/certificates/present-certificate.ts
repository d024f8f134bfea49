import { canListCertificates } from '#contract/certificates/certificates.policy.ts'
import type { Certificate, OwnCertificate } from '#contract/certificates/certificates.schema.ts'
import { signatureNumber } from '#contract/organisation/signature-number.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { findCertificate } from '#server/certificates/certificates.repo.ts'
import type { CertificateRecord } from '#server/certificates/certificates.table.ts'
import type { Db } from '#server/db/database.ts'

/** What everybody with the number may know. */
export const presentCertificate = ({
  number,
  name,
  course,
  issued_on,
  withdrawn_at,
}: CertificateRecord): Certificate => ({
  number,
  name,
  course,
  issued_on,
  withdrawn: withdrawn_at !== null,
})

const presentReplacement = ({ replaced_by }: CertificateRecord) => (replaced_by === null ? {} : { replaced_by })

/** What its owner and curators may know. */
export const presentOwnCertificate = (record: CertificateRecord): OwnCertificate => ({
  ...presentCertificate(record),
  ...presentReplacement(record),
  course_id: record.course_id,
  reason: record.reason,
})

/** What a reader of its page may know; null for a guest. */
export const presentCertificateFor = (actor: Actor | null, record: CertificateRecord): Certificate => ({
  ...presentCertificate(record),
  ...(actor && record.withdrawn_at !== null && canListCertificates(actor, { id: record.user_id })
    ? { reason: record.reason, ...presentReplacement(record) }
    : {}),
})

/** The certificate with a number as somebody typed it; null when there is none. */
export const loadCertificate = async (db: Db, typed: string) => {
  const number = signatureNumber(typed)
  return number === null ? null : findCertificate(db, number)
}
