import { expect, test } from 'vitest'
import { aDocument } from '#web/organisation/document.fixture.ts'
import { documentChanges, documentProblems, initialValues } from '#web/organisation/editing/document-input.ts'

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

test('the signature file of a document is removed, unless another takes its place', () => {
  const before = initialValues({ kind: 'change', document })
  const without = { ...before, withoutSignature: true }
  expect(documentChanges(without, before)).toEqual({ signature_file_id: null })
  const signature = { id: 'f', name: 'a.sig', url: '/files/f', type: 'application/octet-stream', size: 1 }
  expect(documentChanges({ ...without, signature: [signature] }, before)).toEqual({ signature_file_id: 'f' })
})

test('a date with a year of two digits is refused beside its field', () => {
  const act = { kind: 'change', document } as const
  const values = { ...initialValues(act), dated_on: '0022-09-01', valid_until: '2030-01-01' }
  expect(documentProblems(values, act)).toEqual({ dated_on: 'Проверьте год, он раньше 1700-го' })
})
