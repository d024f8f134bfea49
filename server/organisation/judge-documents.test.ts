import { describe, expect, it } from 'vitest'
import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'
import { documentsFault } from '#server/organisation/judge-documents.ts'

const now = new Date('2026-11-22T10:00:00Z')
const document = (values: Partial<OrganisationDocument> = {}, type = 'application/pdf'): OrganisationDocument => ({
  id: 1,
  title: 'Отчёт',
  file: { name: 'a.pdf', url: '/files/a', type, size: 1 },
  signature: null,
  signature_file: null,
  dated_on: '2026-04-10',
  valid_from: null,
  valid_until: null,
  published: true,
  replaced_by: null,
  archived_at: null,
  created_at: '2026-04-10T10:00:00Z',
  ...values,
})
const fault = (documents: OrganisationDocument[], yearly?: true) =>
  documentsFault(documents, yearly ? { yearly } : {}, now)?.text ?? ''

describe('documents under a name', () => {
  it('are reported when their day is in the future', () => {
    expect(fault([document({ dated_on: '2026-11-22' })])).toBe('')
    expect(fault([document({ dated_on: '2026-11-23' })])).toMatch(/не наступила: «Отчёт»/)
  })

  it('are reported when they are signed in the future, or have a year of two digits', () => {
    const signed = (signed_at: string) =>
      document({ signature: { signer: 'О. А. Ветрова', post: '', signed_at, certificate: '', number: null } })
    expect(fault([signed('2026-11-22T09:59:00.000Z')])).toBe('')
    expect(fault([signed('2199-01-01T09:00:00.000Z')])).toMatch(/Время подписания ещё не наступило: «Отчёт»/)
    expect(fault([document({ dated_on: '0022-09-01' })])).toMatch(/раньше 1700-го: «Отчёт»/)
    expect(fault([document({ valid_from: '1700-01-01' })])).toBe('')
  })

  it('are of Moscow’s day, which begins while it is still evening in UTC', () => {
    const afterMidnight = new Date('2026-11-22T21:30:00Z')
    expect(documentsFault([document({ dated_on: '2026-11-23' })], {}, afterMidnight)).toBeNull()
  })

  it('are reported when the file is no document', () => {
    for (const type of ['application/pdf', 'text/plain', 'image/jpeg', 'application/vnd.oasis.opendocument.text']) {
      expect(fault([document({}, type)])).toBe('')
    }
    for (const type of ['video/mp4', 'application/zip', 'audio/mpeg', 'application/octet-stream']) {
      expect(fault([document({}, type)])).toMatch(/не документ/)
    }
  })

  it('are reported when the newest yearly report is more than a year old', () => {
    const old = document({ dated_on: '2025-04-10' })
    expect(fault([old], true)).toMatch(/старше года: последний от 10\.04\.2025/)
    expect(fault([old])).toBe('')
    expect(fault([old, document()], true)).toBe('')
    expect(fault([old, document({ archived_at: '2026-05-01T10:00:00Z' })], true)).toMatch(/старше года/)
    expect(fault([document({ dated_on: null })], true)).toBe('')
  })

  describe('that are required', () => {
    const required = (...terms: (string | null)[]) =>
      documentsFault(
        terms.map((valid_until) => document({ valid_until })),
        { required: true },
        now,
      )

    it('are an error when the time of all is over, with their last days', () => {
      expect(required('2026-11-21', '2025-12-31')).toEqual({
        text: expect.stringMatching(/^Срок действия вышел: «Отчёт» \(до 21\.11\.2026\), «Отчёт» \(до 31\.12\.2025\)\./),
        tone: 'bad',
      })
      expect(required('2026-11-21', null)).toBeNull()
      expect(required()).toBeNull()
      expect(documentsFault([document({ valid_until: '2026-11-21' })], { required: false }, now)).toBeNull()
    })

    it('are a remark in the last thirty days, unless another document follows', () => {
      expect(required('2026-11-22')).toEqual({
        text: expect.stringMatching(/^Срок действия скоро выйдет: «Отчёт» \(до 22\.11\.2026\)\./),
        tone: 'warn',
      })
      expect(required('2026-12-21')?.tone).toBe('warn')
      expect(required('2026-12-22')).toBeNull()
      expect(required('2026-12-01', null)).toBeNull()
      expect(required('2026-12-01', '2025-12-31')?.tone).toBe('warn')
    })
  })
})
