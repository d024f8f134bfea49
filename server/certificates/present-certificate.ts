import type { Certificate, OwnCertificate } from '#contract/certificates/certificates.schema.ts'
import { signatureNumber } from '#contract/organisation/signature-number.ts'
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

/** What its owner and curators may know. */
export const presentOwnCertificate = (record: CertificateRecord): OwnCertificate => ({
  ...presentCertificate(record),
  course_id: record.course_id,
  reason: record.reason,
})

/** The certificate with a number as somebody typed it; null when there is none. */
export const loadCertificate = async (db: Db, typed: string) => {
  const number = signatureNumber(typed)
  return number === null ? null : findCertificate(db, number)
}
