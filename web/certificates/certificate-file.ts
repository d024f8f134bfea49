import { certificatesApi } from '#contract/certificates/certificates.api.ts'
import { callAddress } from '#contract/http/call-address.ts'

/** The address of a certificate as a document to print. */
export const certificateFile = (number: string) => callAddress(certificatesApi.file.path, { params: { number } })
