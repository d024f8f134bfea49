import { z } from 'zod'
import { endpoint } from '#contract/http/endpoint.ts'
import {
  DocumentSignature,
  MadeDocument,
  MadeKind,
  SignDocument,
} from '#contract/organisation/made-documents.schema.ts'
import { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'

export const madeDocumentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/organisation/documents/signed',
    access: 'curator',
    right: 'organisation',
    summary: 'Documents that the platform makes from its data, and whether they are signed and up to date',
    response: z.object({ documents: z.array(MadeDocument), post: z.string(), rules: z.string() }),
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/organisation/documents/signed/{kind}',
    access: 'curator',
    right: 'organisation',
    summary: 'Such a document as it would be signed now, without a signature',
    params: z.object({ kind: MadeKind }),
    fileTypes: ['application/pdf'],
  }),
  sign: endpoint({
    method: 'POST',
    path: '/api/organisation/documents/signed',
    access: 'curator',
    right: 'organisation',
    summary: 'Make such a document and sign it with a simple electronic signature; it replaces the one before',
    body: SignDocument,
    status: 201,
    response: z.object({ document: OrganisationDocument }),
  }),
  signature: endpoint({
    method: 'GET',
    path: '/api/organisation/signatures/{number}',
    access: 'public',
    summary: 'Who signed the document with this number, and when',
    params: z.object({ number: z.string().max(60) }),
    response: z.object({ signature: DocumentSignature }),
  }),
}
