import { desc, lt, sql } from 'drizzle-orm'
import { maxPolicyReports, type PolicyDirective } from '#contract/state/policy-reports.ts'
import type { Db } from '#server/db/database.ts'
import { policyReports } from '#server/state/policy-reports.table.ts'

/** A refusal of a browser, with what is kept of it. */
export interface Refused {
  directive: PolicyDirective
  blocked: string
  page: string
}

const maxCount = 1_000_000_000

/** Adds refusals to those that are kept; once there are `maxPolicyReports` groups, only to these. */
export const addPolicyReports = async (db: Db, refused: Refused[]) => {
  const columns = (['directive', 'blocked', 'page'] as const).map((column) =>
    sql.param(refused.map((each) => each[column])),
  )
  // in one order, so that two at once do not wait for each other
  await db.execute(sql`
    insert into policy_reports (directive, blocked, page, count)
    select directive, blocked, page, count(*) from unnest(${sql.join(
      columns.map((column) => sql`${column}::text[]`),
      sql`, `,
    )}) as refused (directive, blocked, page)
    where (select count(*) from policy_reports) < ${maxPolicyReports} or exists (
      select from policy_reports kept
      where (kept.directive, kept.blocked, kept.page) = (refused.directive, refused.blocked, refused.page))
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (directive, blocked, page) do update
    set count = least(policy_reports.count + excluded.count, ${maxCount}), last_at = now()`)
}

/** All groups, the latest first. */
export const listPolicyReports = (db: Db) =>
  db
    .select()
    .from(policyReports)
    .orderBy(desc(policyReports.last_at), policyReports.directive, policyReports.blocked, policyReports.page)
    .limit(maxPolicyReports)

/** Returns how many groups there were. */
export const deletePolicyReports = async (tx: Db) => (await tx.delete(policyReports)).rowCount ?? 0

/** How long a group is kept after its last report, in days. */
const keptDays = 30

export const deleteOldPolicyReports = async (db: Db) => {
  await db.delete(policyReports).where(lt(policyReports.last_at, sql`now() - ${keptDays} * interval '1 day'`))
}
