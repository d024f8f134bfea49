import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AuditFields, AuditObjectKind } from '#contract/audit/audit.schema.ts'
import type { AuditKind } from '#contract/audit/audit-kinds.ts'
import { bytes, moment } from '#server/db/columns.ts'

/**
 * Changed fields as they are kept: ids, numbers and enumerations. Nothing here may be a person's text: entries stay
 * when the person is erased.
 */
export interface KeptFields
  extends Omit<
    AuditFields,
    | 'successor'
    | 'receivers'
    | 'students'
    | 'teachers'
    | 'lessons'
    | 'courses'
    | 'weights'
    | 'column'
    | 'new_document'
    | 'period'
    | 'totals'
    | 'more'
  > {
  successor?: number
  receivers?: number[]
  students?: number[]
  teachers?: number[]
  lessons?: number[]
  courses?: number[]
  weights?: { lesson?: number; column?: number; weight: number }[]
  column?: number
  new_document?: number
  period?: number
  totals?: { student: number; score: number | null }[]
}

/**
 * The journal of changes. Triggers refuse to change, delete or truncate it, so it refers to nothing: ids stay when what
 * they were is gone.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().default(sql`now()`),
    actor_id: integer(),
    /** The program's key by which the actor acted; null: they acted themselves. */
    key_id: integer(),
    kind: text().$type<AuditKind>().notNull(),
    object_kind: text().$type<AuditObjectKind>().notNull(),
    object_id: text().notNull(),
    before: jsonb().$type<KeptFields>().notNull(),
    after: jsonb().$type<KeptFields>().notNull(),
  },
  (table) => [
    index('audit_entries_by_time').on(table.at, table.id),
    index('audit_entries_by_actor').on(table.actor_id, table.at, table.id),
    index('audit_entries_by_kind').on(table.kind, table.at, table.id),
    index('audit_entries_by_object').on(table.object_kind, table.object_id),
  ],
)

/** The chain over the entries, without gaps; a trigger adds each link when its entry's transaction commits. */
export const auditLinks = pgTable('audit_links', {
  number: integer().primaryKey(),
  entry_id: integer().notNull().unique(),
  /** SHA-256 over the previous hash and the content of the entry. */
  hash: bytes().notNull(),
})
