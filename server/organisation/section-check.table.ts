import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { CheckReport, SectionCheckState } from '#contract/organisation/self-check.schema.ts'
import { moment } from '#server/db/columns.ts'

/** The last check of the organisation section, and the run that is being made: one row, with `id` 1. */
export const sectionChecks = pgTable('section_checks', {
  id: integer().primaryKey(),
  state: text().$type<SectionCheckState>().notNull(),
  /** Number of the latest run; what an earlier one still has to say is passed over. */
  run: integer().notNull().default(1),
  started_at: moment().notNull().default(sql`now()`),
  /** When whoever makes the run was last heard of. */
  alive_at: moment().notNull().default(sql`now()`),
  /** Pages that the run has read. */
  done: integer().notNull().default(0),
  /** What the section was made from when the latest run began, in one short word. */
  section_mark: text().notNull(),
  /** Of the last run that came to its end. */
  report: jsonb().$type<CheckReport>(),
})
