import { certificatesApi } from '#contract/certificates/certificates.api.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The certificate with a number. */
export const certificateQuery = (number: string) => q(certificatesApi.get, { params: { number } })

/** The certificates of a person. */
export const certificatesQuery = (userId: number) => q(certificatesApi.ofUser, { params: { id: userId } })

/** Withdraws a certificate for good. */
export const useWithdrawCertificate = (number: string) =>
  useAct(certificatesApi.withdraw, (reason: string) => ({ params: { number }, body: { reason } }))

/** Issues a certificate with another name instead of this one. */
export const useReplaceCertificate = (number: string) =>
  useAct(certificatesApi.replace, (name: string) => ({ params: { number }, body: { name } }))

/** Who has finished a course and was never given its certificate. */
export const missingCertificates = (courseId: number) => q(certificatesApi.missing, { params: { id: courseId } })

/** Gives all of them the certificate. */
export const useIssueCertificates = (courseId: number) =>
  useAct(certificatesApi.issue, () => ({ params: { id: courseId } }))
