import { expect, test } from 'vitest'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { documentChanges, initialValues } from '#web/organisation/editing/document-input.ts'

const document: OrganisationDocument = {
  id: 1,
  title: 'Правила',
  file: { name: 'a.pdf', url: '/files/a', type: 'application/pdf', size: 1 },
  signature: { signer: 'Иванов', post: '', signed_at: '2026-11-01T08:30:20Z', certificate: '', number: null },
  signature_file: null,
  dated_on: '2026-10-31',
  valid_from: null,
  valid_until: null,
  published: true,
  replaced_by: null,
  archived_at: null,
  created_at: '2026-11-01T00:00:00Z',
}

test('a change of a document sends nothing but what was changed', () => {
  const before = initialValues({ kind: 'change', document })
  expect(documentChanges({ ...before, title: 'Новые правила', dated_on: '' }, before)).toEqual({
    title: 'Новые правила',
    dated_on: null,
  })
  const signature = { id: 'f', name: 'a.sig', url: '/files/f', type: 'application/octet-stream', size: 1 }
  expect(documentChanges({ ...before, signature: [signature] }, before)).toEqual({
    signature_file_id: 'f',
  })
})
