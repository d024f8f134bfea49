import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { keptFromGuests } from '#server/consents/kept-from-guests.repo.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { files } from '#server/files/files.table.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import {
  projectAuthors,
  projectCardColumns,
  projectColumns,
  projects,
  withheld,
} from '#server/projects/projects.table.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'
import { reviews } from '#server/reviews/reviews.table.ts'
import { attempts, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

/** Plain names: drizzle writes columns of a single table without it. */
const authorIds = sql<number[]>`array(
  select project_authors.user_id from project_authors
  where project_authors.project_id = projects.id and agreed_at is not null order by project_authors.position)`
const askedIds = sql<number[]>`array(
  select project_authors.user_id from project_authors
  where project_authors.project_id = projects.id and agreed_at is null order by project_authors.position)`

/** Whether a child who is hidden from guests is named on it. */
const kept_from_guests = sql<boolean>`exists (
  select 1 from project_authors join users child on child.id = project_authors.user_id
  where project_authors.project_id = projects.id and agreed_at is not null and ${keptFromGuests(sql`child`)})`

/** A project that is not deleted, with the ids of its authors, the first author first, and of those who are asked. */
export const findProject = async (db: Db, id: number) => {
  const [row] = await db
    .select({ project: projectColumns, author_ids: authorIds, asked_ids: askedIds, kept_from_guests })
    .from(projects)
    .where(and(eq(projects.id, id), isNull(projects.deleted_at)))
  if (!row) return null
  const { project, ...facts } = row
  return { ...project, ...facts }
}
export type FoundProject = NonNullable<Awaited<ReturnType<typeof findProject>>>

/** What the policies need, for projects that are not deleted. */
export const listProjectFacts = (db: Db, ids: number[]) =>
  db
    .select({
      id: projects.id,
      status: projects.status,
      visibility: projects.visibility,
      link_key: projects.link_key,
      author_ids: authorIds,
      asked_ids: askedIds,
      withheld,
      kept_from_guests,
    })
    .from(projects)
    .where(and(inArray(projects.id, ids), isNull(projects.deleted_at)))

/** Locks the project until the transaction ends; returns its current state, or null when it is gone. */
export const lockProject = async (tx: Db, id: number) => {
  const [project] = await tx
    .select(projectColumns)
    .from(projects)
    .where(and(eq(projects.id, id), isNull(projects.deleted_at)))
    .for('no key update')
  return project ?? null
}

/** Keeps the project from being erased until the transaction ends; null when it is gone. */
export const holdProject = async (tx: Db, id: number) => {
  const [project] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, id), isNull(projects.deleted_at)))
    .for('key share')
  return project ?? null
}

export const insertProject = async (db: Db, values: typeof projects.$inferInsert) => {
  return onlyRow(await db.insert(projects).values(values).returning(projectColumns))
}

/** Inserts the people in the order in which they are named; the first one created the project, the others are asked. */
export const insertProjectAuthors = async (db: Db, project_id: number, userIds: number[], at: string) => {
  await db
    .insert(projectAuthors)
    .values(
      userIds.map((user_id, position) => ({ project_id, user_id, position, agreed_at: position === 0 ? at : null })),
    )
}

/** Adds somebody as the last author, who has not agreed yet; false when the person is already there. */
export const insertAskedAuthor = async (tx: Db, project_id: number, user_id: number) => {
  const position = sql<number>`(
    select coalesce(max(position), -1) + 1 from project_authors where project_id = ${project_id})`
  const added = await tx
    .insert(projectAuthors)
    .values({ project_id, user_id, position })
    .onConflictDoNothing()
    .returning({ user_id: projectAuthors.user_id })
  return added.length === 1
}

/** False when the person was not asked, or has already agreed. */
export const agreeAuthor = async (tx: Db, projectId: number, userId: number) => {
  const agreed = await tx
    .update(projectAuthors)
    .set({ agreed_at: new Date().toISOString() })
    .where(
      and(
        eq(projectAuthors.project_id, projectId),
        eq(projectAuthors.user_id, userId),
        isNull(projectAuthors.agreed_at),
      ),
    )
    .returning({ user_id: projectAuthors.user_id })
  return agreed.length === 1
}

export const deleteAuthor = async (tx: Db, projectId: number, userId: number) => {
  await tx
    .delete(projectAuthors)
    .where(and(eq(projectAuthors.project_id, projectId), eq(projectAuthors.user_id, userId)))
}

export const updateProject = async (db: Db, id: number, changes: Partial<typeof projects.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await db.update(projects).set(changes).where(eq(projects.id, id))
}

/** Counts an opening of the page. */
export const countProjectView = async (db: Db, id: number) => {
  await db
    .update(projects)
    .set({ views: sql`${projects.views} + 1` })
    .where(eq(projects.id, id))
}

/** Returns false when it was deleted before. */
export const deleteProject = async (db: Db, id: number) => {
  const deleted = await db
    .update(projects)
    .set({ deleted_at: new Date().toISOString() })
    .where(and(eq(projects.id, id), isNull(projects.deleted_at)))
    .returning({ id: projects.id })
  return deleted.length > 0
}

/** Whether an author who agreed meets the condition. */
const byAuthor = (db: Db, condition: SQL | undefined) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(projectAuthors)
      .where(and(eq(projectAuthors.project_id, projects.id), isNotNull(projectAuthors.agreed_at), condition)),
  )

/** The same for authors who are shown to others: not those who asked to be erased. */
export const byNamedAuthor = (db: Db, condition: SQL) =>
  byAuthor(
    db,
    and(condition, sql`${projectAuthors.user_id} in (select users.id from users where users.erase_at is null)`),
  )

/**
 * Everything one person created or agreed to be named on, newest first, without the long texts: published and with one
 * of the `visibilities`, or all of it. Projects with a position come first; unpublished ones are sorted by the day they
 * were created.
 */
export const listProjectsOf = (db: Db, userId: number, visibilities: ProjectVisibility[] | 'all') =>
  db
    .select(projectCardColumns)
    .from(projects)
    .where(
      and(
        visibilities === 'all' ? isNull(projects.deleted_at) : shownTo(visibilities),
        byAuthor(db, eq(projectAuthors.user_id, userId)),
      ),
    )
    .orderBy(
      sql`(select profile_position from project_authors
        where project_authors.project_id = projects.id and user_id = ${userId}) asc nulls last`,
      desc(sql`coalesce(${projects.published_at}, ${projects.created_at})`),
      desc(projects.id),
    )

/** A few other listed projects by the same people, the most liked first. */
export const listMoreProjects = (
  db: Db,
  { id, author_ids }: Pick<FoundProject, 'id' | 'author_ids'>,
  visibilities: ProjectVisibility[],
  max: number,
) =>
  db
    .select(projectCardColumns)
    .from(projects)
    .where(
      and(
        sql`${projects.id} <> ${id}`,
        shownTo(visibilities),
        byNamedAuthor(db, sql`${projectAuthors.user_id} = any(${sql.param(author_ids)}::int[])`),
      ),
    )
    .orderBy(
      desc(sql`(select count(*) from project_likes where project_likes.project_id = projects.id)`),
      desc(projects.id),
    )
    .limit(max)

/**
 * The authors of several projects, in order; `agreed_at` is null for those who are only asked, `leaving`: asked to be
 * erased.
 */
export const listAuthors = async (db: Db, projectIds: number[]) =>
  projectIds.length === 0
    ? []
    : db
        .select({
          project_id: projectAuthors.project_id,
          agreed_at: projectAuthors.agreed_at,
          leaving: sql<boolean>`${users.erase_at} is not null`,
          person: personColumns,
        })
        .from(projectAuthors)
        .innerJoin(users, eq(users.id, projectAuthors.user_id))
        .where(inArray(projectAuthors.project_id, projectIds))
        .orderBy(asc(projectAuthors.project_id), asc(projectAuthors.position))

/** The cover pictures that the authors of several projects chose. */
export const listCoverFiles = async (db: Db, fileIds: string[]) =>
  fileIds.length === 0
    ? []
    : db
        .select()
        .from(files)
        .where(and(inArray(files.id, fileIds), eq(files.status, 'ready')))

/** The course whose task the project is made from. */
export const findCourseOfTask = async (db: Db, taskId: number) => {
  const [course] = await db
    .select({ id: courses.id, name: courses.name })
    .from(tasks)
    .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
    .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(and(eq(tasks.id, taskId), isNull(courses.deleted_at)))
  return course ?? null
}

/** What a project may be made from: an accepted task of the person, with its students and its accepted content. */
export const findAcceptedTask = async (db: Db, taskId: number, userId: number) => {
  const [task] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.status, 'accepted')))
  const students = await db
    .select({ user_id: taskStudents.user_id })
    .from(taskStudents)
    .where(eq(taskStudents.task_id, taskId))
    .orderBy(asc(taskStudents.user_id))
  const [attempt] = await db
    .select({ id: attempts.id, content: attempts.content, link: attempts.link })
    .from(attempts)
    .innerJoin(reviews, eq(reviews.attempt_id, attempts.id))
    .where(and(eq(attempts.task_id, taskId), eq(reviews.verdict, 'accepted'), isNull(reviews.revoked_at)))
    .orderBy(desc(attempts.number))
    .limit(1)
  const student_ids = students.map(({ user_id }) => user_id)
  return task && student_ids.includes(userId) ? { id: task.id, student_ids, attempt: attempt ?? null } : null
}

/**
 * The project made from a task that names the person, or asks to; of several, the first that names them. Those who are
 * only asked do not get what `canSeeProject` hides from them.
 */
export const findProjectOfTask = async (db: Db, taskId: number, userId: number) => {
  const [project] = await db
    .select({
      id: projects.id,
      name: projects.name,
      status: projects.status,
      asked: sql<boolean>`${projectAuthors.agreed_at} is null`,
    })
    .from(projectAuthors)
    .innerJoin(projects, eq(projects.id, projectAuthors.project_id))
    .where(
      and(
        eq(projectAuthors.user_id, userId),
        eq(projects.task_id, taskId),
        isNull(projects.deleted_at),
        or(isNotNull(projectAuthors.agreed_at), not(withheld)),
      ),
    )
    .orderBy(sql`${projectAuthors.agreed_at} is null`, asc(projects.id))
    .limit(1)
  return project ?? null
}

/** Filters people to those who are notified: active students. */
export const listStudentsAmong = async (db: Db, userIds: number[]) => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.id} = any(${sql.param(userIds)}::int[])`, eq(users.role, 'student'), users.active))
  return rows.map(({ id }) => id)
}
