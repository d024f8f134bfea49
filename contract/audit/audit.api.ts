import { z } from 'zod'
import { AuditCheck, AuditEntry, AuditExport, AuditQuery } from '#contract/audit/audit.schema.ts'
import { endpoint } from '#contract/http/endpoint.ts'
import { paged } from '#contract/http/fields.ts'
import { journalFileTypes } from '#contract/journal/journal.schema.ts'

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    access: 'curator',
    right: 'all',
    summary: 'The journal of changes: who changed what and when, newest first, page by page',
    query: AuditQuery,
    response: z.object({ entries: z.array(AuditEntry), ...paged }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/audit/export',
    access: 'curator',
    right: 'all',
    summary: 'The journal of changes as a table for spreadsheet programs',
    query: AuditExport,
    fileTypes: Object.values(journalFileTypes),
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/audit/check',
    access: 'curator',
    right: 'all',
    summary: 'Follow the chain of hashes: whether somebody has changed or deleted entries past the site',
    response: z.object({ check: AuditCheck }),
  }),
}
