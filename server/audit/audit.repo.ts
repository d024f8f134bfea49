import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditCheck, AuditObjectKind } from '#contract/audit/audit.schema.ts'
import type { AuditKind } from '#contract/audit/audit-kinds.ts'
import { announcements } from '#server/announcements/announcements.table.ts'
import { auditEntries, auditLinks, type KeptFields } from '#server/audit/audit.table.ts'
import { certificates } from '#server/certificates/certificates.table.ts'
import { cohorts } from '#server/cohorts/cohorts.table.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { programKeys } from '#server/keys/keys.table.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { organisationDocuments } from '#server/organisation/organisation.table.ts'
import { projects } from '#server/projects/projects.table.ts'
import { taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

export type AuditRecord = typeof auditEntries.$inferSelect

interface NewEntry {
  /** Who acted, and by which program's key; null: nobody signed in. */
  actor: { id: number; key_id?: number } | null
  kind: AuditKind
  object: { kind: AuditObjectKind; id: number | string }
  before?: KeptFields
  after?: KeptFields
}

/**
 * Writes an act into the journal of changes. Call it in the act's own transaction, once: an act that is refused leaves
 * no entry, and one that is done cannot be without it.
 */
export const addAuditEntry = (tx: Db, entry: NewEntry) => addAuditEntries(tx, [entry])

/** The same for an act on several things, in one statement. */
export const addAuditEntries = async (tx: Db, entries: NewEntry[]) => {
  if (entries.length === 0) return
  await tx.insert(auditEntries).values(
    entries.map(({ actor, kind, object, before = {}, after = {} }) => ({
      actor_id: actor?.id ?? null,
      key_id: actor?.key_id ?? null,
      kind,
      object_kind: object.kind,
      object_id: String(object.id),
      before,
      after,
    })),
  )
}

/** Entries per page. */
export const auditPageSize = 50

/** What the journal may be narrowed down to. */
export interface AuditFilter {
  /** Who acted. */
  user_id?: number | undefined
  /** Whose account was changed. */
  about_id?: number | undefined
  kind?: AuditKind | undefined
  from?: string | undefined
  /** Exclusive. */
  to?: string | undefined
}

const matching = ({ user_id, about_id, kind, from, to }: AuditFilter): SQL | undefined =>
  and(
    user_id === undefined ? undefined : eq(auditEntries.actor_id, user_id),
    about_id === undefined
      ? undefined
      : and(eq(auditEntries.object_kind, 'user'), eq(auditEntries.object_id, String(about_id))),
    kind && eq(auditEntries.kind, kind),
    from === undefined ? undefined : gte(auditEntries.at, from),
    to === undefined ? undefined : lt(auditEntries.at, to),
  )

const newestFirst = [desc(auditEntries.at), desc(auditEntries.id)]

/** A page of the journal, newest first, and the total number of entries. */
export const pageOfAudit = async (db: Db, { page, ...filter }: AuditFilter & { page: number }) => {
  const where = matching(filter)
  // found in an index: rows that are skipped are never read
  const ids = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(where)
    .orderBy(...newestFirst)
    .limit(auditPageSize)
    .offset((page - 1) * auditPageSize)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(auditEntries)
      .where(sql`${auditEntries.id} = any(array(${ids}))`)
      .orderBy(...newestFirst),
    db.$count(auditEntries, where),
  ])
  return { rows, total }
}

/** How many entries match. */
export const countAudit = (db: Db, filter: AuditFilter) => db.$count(auditEntries, matching(filter))

/** Up to `limit` entries with their links, newest first, older than `after`. */
export const listAudit = (
  db: Db,
  filter: AuditFilter,
  { after, limit }: { after: AuditRecord | undefined; limit: number },
) =>
  db
    .select({ entry: auditEntries, number: auditLinks.number, hash: auditLinks.hash })
    .from(auditEntries)
    .leftJoin(auditLinks, eq(auditLinks.entry_id, auditEntries.id))
    .where(
      and(
        matching(filter),
        after && sql`(${auditEntries.at}, ${auditEntries.id}) < (${after.at}::timestamptz, ${after.id}::int)`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)

/** People by id, with whether they were erased. */
export const listPeopleOfAudit = (db: Db, ids: number[]) =>
  db
    .select({ ...personColumns, erased_at: users.erased_at })
    .from(users)
    .where(inArray(users.id, ids))

export const listCourseNames = (db: Db, ids: number[]) =>
  db.select({ id: courses.id, name: courses.name }).from(courses).where(inArray(courses.id, ids))

export const listAnnouncementNames = (db: Db, ids: number[]) =>
  db
    .select({ id: announcements.id, name: announcements.title })
    .from(announcements)
    .where(inArray(announcements.id, ids))

/** Deleted classes have the name that the entry about their deletion has kept. */
export const listCohortNames = (db: Db, ids: number[]) =>
  db
    .select({ id: cohorts.id, name: cohorts.name })
    .from(cohorts)
    .where(inArray(cohorts.id, ids))
    .union(
      db
        .select({ id: sql<number>`${auditEntries.object_id}::int`, name: sql<string>`${auditEntries.before}->>'name'` })
        .from(auditEntries)
        .where(
          and(
            eq(auditEntries.object_kind, 'cohort'),
            inArray(auditEntries.object_id, ids.map(String)),
            sql`${auditEntries.before} ? 'name'`,
          ),
        ),
    )

export const listLessonNames = (db: Db, ids: number[]) =>
  db.select({ id: lessons.id, name: lessons.name }).from(lessons).where(inArray(lessons.id, ids))

/** «Сетка — Мария Орлова»: the lesson of a task and its students. */
export const listTaskNames = (db: Db, ids: number[]) =>
  db
    .select({
      id: tasks.id,
      name: sql<string>`concat_ws(' — ', ${lessons.name}, (
        select string_agg(users.name || ' ' || users.surname, ', ' order by users.id)
        from ${taskStudents} join users on users.id = ${taskStudents.user_id}
        where ${taskStudents.task_id} = ${tasks.id} and users.erased_at is null))`,
    })
    .from(tasks)
    .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
    .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
    .where(inArray(tasks.id, ids))

export const listProjectNames = (db: Db, ids: number[]) =>
  db.select({ id: projects.id, name: projects.name }).from(projects).where(inArray(projects.id, ids))

export const listOrganisationDocumentNames = (db: Db, ids: number[]) =>
  db
    .select({ id: organisationDocuments.id, name: organisationDocuments.title })
    .from(organisationDocuments)
    .where(inArray(organisationDocuments.id, ids))

/** Keys of programs by their names, also those that were deleted. */
export const listKeyNames = (db: Db, ids: number[]) =>
  db.select({ id: programKeys.id, name: programKeys.name }).from(programKeys).where(inArray(programKeys.id, ids))

/** «Основы вёрстки — Мария Орлова», by number. */
export const listCertificateNames = (db: Db, numbers: string[]) =>
  db
    .select({ id: certificates.number, name: sql<string>`${certificates.course} || ' — ' || ${certificates.name}` })
    .from(certificates)
    .where(inArray(certificates.number, numbers))

/** Follows the chain from its first entry, in one statement: the answer is of one moment. */
export const checkAudit = async (db: Db): Promise<AuditCheck> => {
  const { rows } = await db.execute<{
    total: number
    fingerprint: string | null
    broken: AuditCheck['broken']
  }>(sql`
    with chained as (
      select links.number, links.entry_id, links.hash, entries as entry, entries.id as found_id,
        lag(links.number, 1, 0) over in_turn as previous_number,
        coalesce(lag(links.hash) over in_turn, ''::bytea) as previous_hash
      from ${auditLinks} links left join ${auditEntries} entries on entries.id = links.entry_id
      window in_turn as (order by links.number)
    ), faults as (
      select previous_number + 1 as number, null::int as entry_id, 'missing' as fault, number as place
      from chained where number <> previous_number + 1
      union all
      select number, entry_id, case when found_id is null then 'missing' else 'changed' end, number
      from chained
      where number = previous_number + 1 and (found_id is null
        or hash <> sha256(previous_hash || convert_to(audit_content(entry), 'UTF8')))
      union all
      select null, min(id), 'unchained', 2147483647 from ${auditEntries} entries
      where not exists (select 1 from ${auditLinks} links where links.entry_id = entries.id) having count(*) > 0
    )
    select (select count(*)::int from ${auditLinks}) as total,
      (select encode(hash, 'hex') from ${auditLinks} order by number desc limit 1) as fingerprint,
      (select to_jsonb(first) - 'place' from (select * from faults order by place limit 1) first) as broken`)
  return rows[0] as AuditCheck
}
