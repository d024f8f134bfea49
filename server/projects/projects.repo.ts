import { and, asc, count, desc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { courses } from '#server/courses/courses.table.ts'
import { contains } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { type ProjectRecord, projectAuthors, projectLikes, projects } from '#server/projects/projects.table.ts'
import { reviews } from '#server/reviews/reviews.table.ts'
import { attempts, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { personColumns } from '#server/users/present-person.ts'
import { users } from '#server/users/users.table.ts'

/** Rows of a page of the gallery. */
export const projectPageSize = 24

/** Plain names: what is selected from one table is written without it. */
const authorIds = sql<number[]>`array(
  select project_authors.user_id from project_authors
  where project_authors.project_id = projects.id order by project_authors.position)`

/** A project that is not deleted, with its authors' ids, the first author first. */
export const findProject = async (db: Db, id: number) => {
  const [row] = await db
    .select({ project: projects, author_ids: authorIds })
    .from(projects)
    .where(and(eq(projects.id, id), isNull(projects.deleted_at)))
  return row ? { ...row.project, author_ids: row.author_ids } : null
}

/** What the rules look at, of projects that are not deleted. */
export const listProjectFacts = (db: Db, ids: number[]) =>
  db
    .select({ id: projects.id, status: projects.status, author_ids: authorIds })
    .from(projects)
    .where(and(inArray(projects.id, ids), isNull(projects.deleted_at)))

/** Keeps everybody else from changing the project until the transaction ends; its state now, or null when it is gone. */
export const lockProject = async (tx: Db, id: number) => {
  const [project] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), isNull(projects.deleted_at)))
    .for('update')
  return project ?? null
}

export const insertProject = async (db: Db, values: typeof projects.$inferInsert) => {
  const [project] = await db.insert(projects).values(values).returning()
  return project as ProjectRecord
}

/** The people in the order in which they are named. */
export const insertProjectAuthors = async (db: Db, project_id: number, userIds: number[]) => {
  await db.insert(projectAuthors).values(userIds.map((user_id, position) => ({ project_id, user_id, position })))
}

export const updateProject = async (db: Db, id: number, changes: Partial<typeof projects.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await db.update(projects).set(changes).where(eq(projects.id, id))
}

export const deleteProject = async (db: Db, id: number) => {
  await db
    .update(projects)
    .set({ deleted_at: new Date().toISOString() })
    .where(and(eq(projects.id, id), isNull(projects.deleted_at)))
}

/** What the gallery may be narrowed down to. */
export interface ProjectFilter {
  search?: string | undefined
  tag?: string | undefined
  course_id?: number | undefined
  user_id?: number | undefined
}

const byAuthor = (db: Db, condition: SQL | undefined) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(projectAuthors)
      .innerJoin(users, eq(users.id, projectAuthors.user_id))
      .where(and(eq(projectAuthors.project_id, projects.id), condition)),
  )

/** Each word must be found in the name, the summary or an author's name. */
const matches = (db: Db, search: string | undefined) => {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 5)
  return and(
    ...words.map((word) =>
      or(
        contains(projects.name, word),
        contains(projects.summary, word),
        byAuthor(db, or(contains(users.name, word), contains(users.surname, word))),
      ),
    ),
  )
}

const fromCourse = (db: Db, courseId: number) =>
  inArray(
    projects.task_id,
    db
      .select({ id: tasks.id })
      .from(tasks)
      .innerJoin(assignments, eq(assignments.id, tasks.assignment_id))
      .innerJoin(lessons, eq(lessons.id, assignments.lesson_id))
      .where(eq(lessons.course_id, courseId)),
  )

const newestFirst = [desc(projects.published_at), desc(projects.id)]
const mostLiked = sql`(select count(*) from ${projectLikes} where ${projectLikes.project_id} = ${projects.id}) desc`

/** One page of the published projects. */
export const listPublishedProjects = async (
  db: Db,
  filter: ProjectFilter & { sort: 'new' | 'popular'; page: number },
) => {
  // PostgreSQL takes no U+0000, and no tag has one
  const tag = filter.tag?.replaceAll('\u0000', '').trim()
  const where = and(
    eq(projects.status, 'published'),
    isNull(projects.deleted_at),
    matches(db, filter.search),
    tag ? sql`exists (select 1 from unnest(${projects.tags}) as tag where lower(tag) = lower(${tag}))` : undefined,
    filter.course_id ? fromCourse(db, filter.course_id) : undefined,
    filter.user_id ? byAuthor(db, eq(users.id, filter.user_id)) : undefined,
  )
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(projects)
      .where(where)
      .orderBy(...(filter.sort === 'popular' ? [mostLiked, ...newestFirst] : newestFirst))
      .limit(projectPageSize)
      .offset((filter.page - 1) * projectPageSize),
    db.select({ total: count() }).from(projects).where(where),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

/** Everything one person made or had a part in, newest first; what is not published stands by the day it was begun. */
export const listProjectsOf = (db: Db, userId: number, unpublished: boolean) =>
  db
    .select()
    .from(projects)
    .where(
      and(
        isNull(projects.deleted_at),
        unpublished ? undefined : eq(projects.status, 'published'),
        byAuthor(db, eq(users.id, userId)),
      ),
    )
    .orderBy(desc(sql`coalesce(${projects.published_at}, ${projects.created_at})`), desc(projects.id))

/** The authors of several projects, in order. */
export const listAuthors = async (db: Db, projectIds: number[]) =>
  projectIds.length === 0
    ? []
    : db
        .select({ project_id: projectAuthors.project_id, person: personColumns })
        .from(projectAuthors)
        .innerJoin(users, eq(users.id, projectAuthors.user_id))
        .where(inArray(projectAuthors.project_id, projectIds))
        .orderBy(asc(projectAuthors.project_id), asc(projectAuthors.position))

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

/** What a project may be made from: an accepted task of the person, with its students and what was accepted. */
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
    .select({ id: attempts.id, content: attempts.content })
    .from(attempts)
    .innerJoin(reviews, eq(reviews.attempt_id, attempts.id))
    .where(and(eq(attempts.task_id, taskId), eq(reviews.verdict, 'accepted'), isNull(reviews.revoked_at)))
    .orderBy(desc(attempts.number))
    .limit(1)
  const student_ids = students.map(({ user_id }) => user_id)
  return task && student_ids.includes(userId) ? { id: task.id, student_ids, attempt: attempt ?? null } : null
}

/** Authors who are told what happens to their project: active students. */
export const listStudentAuthors = async (db: Db, projectId: number) => {
  const rows = await db
    .select({ id: users.id })
    .from(projectAuthors)
    .innerJoin(users, eq(users.id, projectAuthors.user_id))
    .where(and(eq(projectAuthors.project_id, projectId), eq(users.role, 'student'), users.active))
  return rows.map(({ id }) => id)
}
