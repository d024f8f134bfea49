import type { AuditKind } from '#contract/audit/audit-kinds.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { addAuditEntry } from '#server/audit/audit.repo.ts'
import type { KeptFields } from '#server/audit/audit.table.ts'
import type { Db } from '#server/db/database.ts'

/**
 * Writes an act on a document of the organisation section into the journal of changes. Call it in the act's own
 * transaction, once.
 */
export const addDocumentEntry = (
  tx: Db,
  actor: Actor,
  kind: Extract<AuditKind, `organisation-document-${string}`>,
  id: number,
  after: KeptFields = {},
) => addAuditEntry(tx, { actor, kind, object: { kind: 'organisation-document', id }, after })
