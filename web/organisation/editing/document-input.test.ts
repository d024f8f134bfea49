import { expect, test } from 'vitest'
import { aDocument } from '#web/organisation/document.fixture.ts'
import { documentChanges, initialValues } from '#web/organisation/editing/document-input.ts'

const document = aDocument({
  title: 'Правила',
  signature: { signer: 'Иванов', post: '', signed_at: '2026-11-01T08:30:20Z', certificate: '', number: null },
  dated_on: '2026-10-31',
})

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
