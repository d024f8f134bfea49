import { and, asc, count, desc, eq, inArray, not, or, sql } from 'drizzle-orm'
import { pageCount } from '#contract/http/fields.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import { keptFromGuests } from '#server/consents/kept-from-guests.repo.ts'
import type { Db } from '#server/db/database.ts'
import { projectComments, projectLikes } from '#server/projects/projects.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** The number of likes of several projects, and whether `userId` likes them. */
export const countProjectLikes = async (db: Db, projectIds: number[], userId: number | null) =>
  projectIds.length === 0
    ? []
    : db
        .select({
          project_id: projectLikes.project_id,
          count: count(),
          mine: sql<boolean>`coalesce(bool_or(${projectLikes.user_id} = ${userId}::int), false)`,
        })
        .from(projectLikes)
        .where(inArray(projectLikes.project_id, projectIds))
        .groupBy(projectLikes.project_id)

/** False when the person liked it already. */
export const insertProjectLike = async (db: Db, project_id: number, user_id: number) =>
  (await db.insert(projectLikes).values({ project_id, user_id }).onConflictDoNothing().returning()).length === 1

export const deleteProjectLike = async (db: Db, projectId: number, userId: number) => {
  await db.delete(projectLikes).where(and(eq(projectLikes.project_id, projectId), eq(projectLikes.user_id, userId)))
}

export const isProjectLikedBy = async (db: Db, projectId: number, userId: number) =>
  (
    await db
      .select({ one: sql`1` })
      .from(projectLikes)
      .where(and(eq(projectLikes.project_id, projectId), eq(projectLikes.user_id, userId)))
  ).length === 1

const commentColumns = { comment: projectComments, person: personColumns }

/** Comments per page, including answers. */
const commentPageSize = 50

/**
 * Comments of people who asked to be erased are shown to curators and to themselves alone, as if they were removed
 * already; those of children to nobody outside the school.
 */
const withheldFrom = (actor: Actor | null) => {
  if (actor === null) return sql<boolean>`(${users.erase_at} is not null or coalesce(${keptFromGuests()}, false))`
  return curates(actor, 'projects')
    ? sql<boolean>`false`
    : sql<boolean>`(${users.erase_at} is not null and ${users.id} <> ${actor.id}::int)`
}

/**
 * One page of the comments on a project, as the reader sees them: oldest first, answers after their comment.
 * `withheld` is a place without text, which stays for its answers.
 */
export const listComments = async (db: Db, projectId: number, actor: Actor | null, page: number) => {
  const withheld = withheldFrom(actor)
  const shown = and(
    eq(projectComments.project_id, projectId),
    or(
      not(withheld),
      sql`exists (select 1 from project_comments answers where answers.parent_id = ${projectComments.id})`,
    ),
  )
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...commentColumns, withheld })
      .from(projectComments)
      .innerJoin(users, eq(users.id, projectComments.user_id))
      .where(shown)
      .orderBy(sql`coalesce(${projectComments.parent_id}, ${projectComments.id})`, asc(projectComments.id))
      .limit(commentPageSize)
      .offset((page - 1) * commentPageSize),
    db
      .select({
        rows: count(),
        total: sql<number>`(count(*) filter (where ${projectComments.text} <> '' and not ${withheld}))::int`,
      })
      .from(projectComments)
      .innerJoin(users, eq(users.id, projectComments.user_id))
      .where(shown),
  ])
  return { rows, pages: pageCount(counted?.rows ?? 0, commentPageSize), total: counted?.total ?? 0 }
}

/** Who has commented on a project. */
export const listCommentWriters = async (db: Db, projectId: number) => {
  const rows = await db
    .selectDistinct({ id: projectComments.user_id })
    .from(projectComments)
    .where(eq(projectComments.project_id, projectId))
  return rows.map(({ id }) => id)
}

export const findComment = async (db: Db, id: number) => {
  const [row] = await db
    .select(commentColumns)
    .from(projectComments)
    .innerJoin(users, eq(users.id, projectComments.user_id))
    .where(eq(projectComments.id, id))
  return row ?? null
}

/** Locks the comment against answers and removal until the transaction ends; null when it is gone. */
export const lockComment = async (tx: Db, id: number) => {
  const [comment] = await tx.select().from(projectComments).where(eq(projectComments.id, id)).for('update')
  return comment ?? null
}

/**
 * When the person wrote their comment that is followed by `others` more under this project; null when there are fewer.
 */
export const findCommentBefore = async (db: Db, projectId: number, userId: number, others: number) => {
  const [comment] = await db
    .select({ created_at: projectComments.created_at })
    .from(projectComments)
    .where(and(eq(projectComments.project_id, projectId), eq(projectComments.user_id, userId)))
    .orderBy(desc(projectComments.id))
    .limit(1)
    .offset(others - 1)
  return comment?.created_at ?? null
}

/** Returns the id of the new comment. */
export const insertComment = async (db: Db, values: typeof projectComments.$inferInsert) => {
  const [comment] = await db.insert(projectComments).values(values).returning({ id: projectComments.id })
  return (comment as { id: number }).id
}

export const hasAnswers = async (db: Db, commentId: number) =>
  (
    await db
      .select({ id: projectComments.id })
      .from(projectComments)
      .where(eq(projectComments.parent_id, commentId))
      .limit(1)
  ).length === 1

/** Clears the text; the place stays for its answers. */
export const emptyComment = async (db: Db, id: number) => {
  await db.update(projectComments).set({ text: '' }).where(eq(projectComments.id, id))
}

export const deleteComment = async (db: Db, id: number) => {
  await db.delete(projectComments).where(eq(projectComments.id, id))
}
