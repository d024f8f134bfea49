import type { OrganisationDocument } from '#contract/organisation/organisation.schema.ts'

/** Whether a document's time is over on a day of Moscow, as 2026-11-23. */
export const isOver = ({ valid_until }: Pick<OrganisationDocument, 'valid_until'>, day: string) =>
  valid_until !== null && valid_until < day

/** Divides documents under a name into those in force on a day and those whose time is over. Leaves archived ones out. */
export const sortDocuments = (documents: OrganisationDocument[], day: string) => {
  const kept = documents.filter(({ archived_at, replaced_by }) => archived_at === null && replaced_by === null)
  return {
    current: kept.filter((document) => !isOver(document, day)),
    past: kept.filter((document) => isOver(document, day)),
  }
}
