import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { CheckReport, SectionCheckState } from '#contract/organisation/self-check.schema.ts'
import { moment } from '#server/db/columns.ts'

/** The last check of the organisation section, and the current run: one row, with `id` 1. */
export const sectionChecks = pgTable('section_checks', {
  id: integer().primaryKey(),
  state: text().$type<SectionCheckState>().notNull(),
  /** Number of the latest run; results of an earlier one are ignored. */
  run: integer().notNull().default(1),
  started_at: moment().notNull().default(sql`now()`),
  /** The last heartbeat of the run. */
  alive_at: moment().notNull().default(sql`now()`),
  /** Number of pages that the run has read. */
  done: integer().notNull().default(0),
  /** A short fingerprint of the section's data when the latest run began. */
  section_mark: text().notNull(),
  /** The report of the last run that was completed. */
  report: jsonb().$type<CheckReport>(),
})
