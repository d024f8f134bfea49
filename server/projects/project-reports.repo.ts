import { and, asc, count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReportResolution } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { projectComments, projectReports, projects } from '#server/projects/projects.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** Rows per page of the queue. */
export const reportPageSize = 30

/** The subject of a report: a project, or one of its comments. */
export interface Reported {
  project_id: number
  comment_id: number | null
}

const isAbout = ({ project_id, comment_id }: Reported) =>
  and(
    eq(projectReports.project_id, project_id),
    comment_id === null ? isNull(projectReports.comment_id) : eq(projectReports.comment_id, comment_id),
  )

/** Whether the person's report about it waits, or was dismissed. */
export const hasReported = async (tx: Db, userId: number, thing: Reported) =>
  (
    await tx
      .select({ id: projectReports.id })
      .from(projectReports)
      .where(
        and(
          isAbout(thing),
          eq(projectReports.user_id, userId),
          or(isNull(projectReports.resolution), eq(projectReports.resolution, 'dismissed')),
        ),
      )
      .limit(1)
  ).length === 1

/** Whether an author has already asked to restore the project. */
export const hasAppealed = async (tx: Db, userId: number, projectId: number) =>
  (
    await tx
      .select({ id: projectReports.id })
      .from(projectReports)
      .where(
        and(
          isAbout({ project_id: projectId, comment_id: null }),
          eq(projectReports.user_id, userId),
          isNull(projectReports.resolved_at),
        ),
      )
      .limit(1)
  ).length === 1

export const insertReport = async (tx: Db, values: typeof projectReports.$inferInsert) => {
  const [row] = await tx.insert(projectReports).values(values).returning({ id: projectReports.id })
  return (row as { id: number }).id
}

const resolved = (actor: Actor, resolution: ReportResolution) => ({
  resolution,
  resolved_at: new Date().toISOString(),
  resolved_by: actor.id,
})

/** Decides every waiting report about this subject the same way. */
export const resolveReportsOf = async (tx: Db, actor: Actor, thing: Reported, resolution: ReportResolution) => {
  await tx
    .update(projectReports)
    .set(resolved(actor, resolution))
    .where(and(isAbout(thing), isNull(projectReports.resolved_at)))
}

/** Closes the authors' requests about a hidden project once it is no longer hidden. */
export const closeAppeals = (tx: Db, actor: Actor, projectId: number) =>
  resolveReportsOf(tx, actor, { project_id: projectId, comment_id: null }, 'dismissed')

const writers = alias(users, 'writers')
const resolvers = alias(users, 'resolvers')

const select = (db: Db) =>
  db
    .select({
      report: projectReports,
      project: { id: projects.id, name: projects.name, status: projects.status },
      comment: { id: projectComments.id, text: projectComments.text },
      writer: {
        id: writers.id,
        name: writers.name,
        surname: writers.surname,
        role: writers.role,
        avatar: writers.avatar,
      },
      user: personColumns,
      resolver: {
        id: resolvers.id,
        name: resolvers.name,
        surname: resolvers.surname,
        role: resolvers.role,
        avatar: resolvers.avatar,
      },
    })
    .from(projectReports)
    .innerJoin(projects, eq(projects.id, projectReports.project_id))
    .innerJoin(users, eq(users.id, projectReports.user_id))
    .leftJoin(projectComments, eq(projectComments.id, projectReports.comment_id))
    .leftJoin(writers, eq(writers.id, projectComments.user_id))
    .leftJoin(resolvers, eq(resolvers.id, projectReports.resolved_by))
    .$dynamic()
export type ReportRow = Awaited<ReturnType<typeof select>>[number]

/** One page of the queue: the longest waiting first, or the latest decided first. */
export const listReports = async (db: Db, state: 'open' | 'done', page: number) => {
  const inState = and(
    isNull(projects.deleted_at),
    state === 'open' ? isNull(projectReports.resolved_at) : isNotNull(projectReports.resolved_at),
  )
  const rows = await select(db)
    .where(inState)
    .orderBy(
      ...(state === 'open'
        ? [asc(projectReports.created_at), asc(projectReports.id)]
        : [desc(projectReports.resolved_at), desc(projectReports.id)]),
    )
    .limit(reportPageSize)
    .offset((page - 1) * reportPageSize)
  const [counted] = await db
    .select({ total: count() })
    .from(projectReports)
    .innerJoin(projects, eq(projects.id, projectReports.project_id))
    .where(inState)
  return { rows, total: counted?.total ?? 0 }
}

export const findReport = async (db: Db, id: number) => {
  const [row] = await select(db).where(and(eq(projectReports.id, id), isNull(projects.deleted_at)))
  return row ?? null
}

/** Locks a person's reports of one project, so that two at once run one after another. */
export const lockReports = async (tx: Db, projectId: number, userId: number) => {
  await tx.execute(sql`select pg_advisory_xact_lock(${projectId}, ${userId})`)
}
