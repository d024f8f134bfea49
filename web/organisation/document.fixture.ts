import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'

/** An unsigned document in force, for tests. */
export const aDocument = (changes: Partial<OrganisationDocument> = {}): OrganisationDocument => ({
  id: 1,
  title: 'Документ',
  file: { name: 'a.pdf', url: '/files/a', type: 'application/pdf', size: 1 },
  signature: null,
  signature_file: null,
  dated_on: null,
  valid_from: null,
  valid_until: null,
  published: true,
  replaced_by: null,
  archived_at: null,
  created_at: '2026-11-01T00:00:00Z',
  ...changes,
})
