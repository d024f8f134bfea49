import { and, eq, sql } from 'drizzle-orm'
import type { CheckReport } from '#contract/organisation/self-check.schema.ts'
import type { Db } from '#server/db/database.ts'
import { isRecent } from '#server/db/is-recent.ts'
import { sectionChecks } from '#server/organisation/section-check.table.ts'

/** A run without a heartbeat for this long is over: its process died. */
const silence = sql`interval '30 seconds'`

const columns = {
  state: sectionChecks.state,
  started_at: sectionChecks.started_at,
  done: sectionChecks.done,
  section_mark: sectionChecks.section_mark,
  report: sectionChecks.report,
  /** Whether a process is working on the run at this moment. */
  alive: sql<boolean>`${sectionChecks.state} = 'running' and ${isRecent(sectionChecks.alive_at, silence)}`,
}

/** The last check and the current run; null when nobody has ever started one. */
export const findSectionCheck = async (db: Db) => {
  const [check] = await db.select(columns).from(sectionChecks)
  return check ?? null
}
export type SectionCheckRecord = NonNullable<Awaited<ReturnType<typeof findSectionCheck>>>

/** Begins a run, unless one is under way in any process: then returns null. The previous report stays. */
export const beginSectionCheck = async (db: Db, section_mark: string) => {
  const begun = { state: 'running' as const, started_at: sql`now()`, alive_at: sql`now()`, done: 0, section_mark }
  const [row] = await db
    .insert(sectionChecks)
    .values({ id: 1, ...begun })
    .onConflictDoUpdate({
      target: sectionChecks.id,
      set: { ...begun, run: sql`${sectionChecks.run} + 1` },
      setWhere: sql`not (${columns.alive})`,
    })
    .returning({ run: sectionChecks.run })
  return row?.run ?? null
}

const ofRun = (run: number) => and(eq(sectionChecks.run, run), eq(sectionChecks.state, 'running'))

/** Records that the run is alive, and its progress. */
export const noteSectionCheck = async (db: Db, run: number, done: number) => {
  await db.update(sectionChecks).set({ done, alive_at: sql`now()` }).where(ofRun(run))
}

/** Ends the run: with its report, or with null when it failed. */
export const endSectionCheck = async (db: Db, run: number, report: CheckReport | null) => {
  const end = report ? { state: 'ready' as const, done: report.pages.length, report } : { state: 'failed' as const }
  await db.update(sectionChecks).set(end).where(ofRun(run))
}

/** A fingerprint of everything that curators wrote on the pages and about the school. */
export const findWrittenMark = async (db: Db) => {
  const { rows } = await db.execute<{ mark: string }>(sql`
    select md5(concat_ws('|',
      (select string_agg(concat_ws(',', number, changed_at, published_at), ';' order by number) from organisation_pages),
      (select string_agg(document::text, ';' order by id) from organisation_documents document),
      (select string_agg(concat_ws(',', key, updated_at), ';' order by key) from site_settings))) as mark`)
  return rows[0]?.mark ?? ''
}
