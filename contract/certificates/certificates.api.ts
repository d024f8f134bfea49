import { z } from 'zod'
import { Certificate, CertificateName, OwnCertificate, Withdrawal } from '#contract/certificates/certificates.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { IdParams } from '#contract/http/fields.ts'
import { Person } from '#contract/users/users.schema.ts'

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
    right: 'courses',
    summary: 'Withdraw a certificate for good; its page says so from then on',
    params: NumberParams,
    body: Withdrawal,
    status: 200,
    response: z.object({ certificate: OwnCertificate }),
  }),
  replace: endpoint({
    method: 'POST',
    path: '/api/certificates/{number}/replace',
    access: 'curator',
    right: 'courses',
    summary: 'Issue a certificate with another name instead of this one, which is withdrawn unless it was before',
    params: NumberParams,
    body: CertificateName,
    status: 201,
    response: z.object({ certificate: OwnCertificate }),
  }),
  missing: endpoint({
    method: 'GET',
    path: '/api/courses/{id}/certificates',
    access: 'user',
    summary: 'Who has finished the course and was never given its certificate',
    params: IdParams,
    response: z.object({ users: z.array(Person) }),
  }),
  issue: endpoint({
    method: 'POST',
    path: '/api/courses/{id}/certificates',
    access: 'user',
    summary: 'Give all of them the certificate, and notify them',
    params: IdParams,
    status: 200,
    response: z.object({ issued: z.number().int() }),
  }),
}
