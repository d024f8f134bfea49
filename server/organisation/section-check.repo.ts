import { and, eq, sql } from 'drizzle-orm'
import type { CheckReport } from '#contract/organisation/self-check.schema.ts'
import type { Db } from '#server/db/database.ts'
import { sectionChecks } from '#server/organisation/section-check.table.ts'

/** A run whose process was not heard of for so long is over: the process died. */
const silence = sql`interval '30 seconds'`

const columns = {
  state: sectionChecks.state,
  started_at: sectionChecks.started_at,
  done: sectionChecks.done,
  section_mark: sectionChecks.section_mark,
  report: sectionChecks.report,
  /** Whether somebody is making the run at this moment. */
  alive: sql<boolean>`${sectionChecks.state} = 'running' and ${sectionChecks.alive_at} > now() - ${silence}`,
}

/** The last check and the run that is being made; null when nobody has ever asked for one. */
export const findSectionCheck = async (db: Db) => {
  const [check] = await db.select(columns).from(sectionChecks)
  return check ?? null
}
export type SectionCheckRecord = NonNullable<Awaited<ReturnType<typeof findSectionCheck>>>

/** Begins a run, unless one is being made, in whatever process: then null. The report of before stays. */
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

/** Says that the run goes on, and how far it is. */
export const noteSectionCheck = async (db: Db, run: number, done: number) => {
  await db.update(sectionChecks).set({ done, alive_at: sql`now()` }).where(ofRun(run))
}

/** Ends the run: with its report, or with none when it failed. */
export const endSectionCheck = async (db: Db, run: number, report: CheckReport | null) => {
  const end = report ? { state: 'ready' as const, done: report.pages.length, report } : { state: 'failed' as const }
  await db.update(sectionChecks).set(end).where(ofRun(run))
}

/** What curators wrote on the pages and about the school, as one word that changes whenever that does. */
export const findWrittenMark = async (db: Db) => {
  const { rows } = await db.execute<{ mark: string }>(sql`
    select md5(concat_ws('|',
      (select string_agg(concat_ws(',', number, changed_at, published_at), ';' order by number) from organisation_pages),
      (select string_agg(document::text, ';' order by id) from organisation_documents document),
      (select string_agg(concat_ws(',', key, updated_at), ';' order by key) from site_settings))) as mark`)
  return rows[0]?.mark ?? ''
}
