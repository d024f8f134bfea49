import { z } from 'zod'
import { Certificate, OwnCertificate, Withdrawal } from '#contract/certificates/certificates.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'

/** As typed from paper, in any spelling. */
const NumberParams = z.object({ number: z.string().max(100) })

export const certificatesApi = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/users/{id}/certificates',
    access: 'user',
    summary: 'The certificates of a person, newest first',
    params: IdParams,
    response: z.object({ certificates: z.array(OwnCertificate) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/certificates/{number}',
    access: 'public',
    summary: 'Whether there is a certificate with this number, and what it confirms',
    params: NumberParams,
    response: z.object({ certificate: Certificate }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/certificates/{number}/file',
    access: 'public',
    summary: 'The certificate as a document to print',
    params: NumberParams,
    fileTypes: ['application/pdf'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/certificates/{number}/withdraw',
    access: 'curator',
    summary: 'Withdraw a certificate for good; its page says so from then on',
    params: NumberParams,
    body: Withdrawal,
    status: 200,
    response: z.object({ certificate: OwnCertificate }),
  }),
}
