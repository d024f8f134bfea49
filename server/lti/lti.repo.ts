import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { lessons } from '#server/lessons/lessons.table.ts'
import { ltiConsents, ltiLinks, ltiResults, ltiSubjects, ltiTools } from '#server/lti/lti.table.ts'
import { personColumns } from '#server/users/person-columns.ts'
import { users } from '#server/users/users.table.ts'

export type ToolRecord = typeof ltiTools.$inferSelect
export type LinkRecord = typeof ltiLinks.$inferSelect
export type ResultRecord = typeof ltiResults.$inferSelect

/** How many lessons have a tool. */
const linkCount = sql<number>`(
  select count(*)::int from lti_links join lessons on lessons.id = lti_links.lesson_id
  where lti_links.tool_id = lti_tools.id and lti_links.deleted_at is null and lessons.deleted_at is null)`

/** All tools that were not removed, newest first. */
export const listTools = (db: Db) =>
  db
    .select({ tool: ltiTools, links: linkCount })
    .from(ltiTools)
    .where(isNull(ltiTools.deleted_at))
    .orderBy(desc(ltiTools.id))

/** A tool that was not removed. */
export const findTool = async (db: Db, id: number) => {
  const [row] = await db
    .select({ tool: ltiTools, links: linkCount })
    .from(ltiTools)
    .where(and(eq(ltiTools.id, id), isNull(ltiTools.deleted_at)))
  return row ?? null
}

/** The same by what the tool calls itself. */
export const findClient = async (db: Db, clientId: string): Promise<ToolRecord | null> => {
  const [tool] = await db
    .select()
    .from(ltiTools)
    .where(and(eq(ltiTools.client_id, clientId), isNull(ltiTools.deleted_at)))
  return tool ?? null
}

/** Names of the tools that could be put into a lesson. */
export const listToolNames = (db: Db) =>
  db
    .select({ id: ltiTools.id, name: ltiTools.name })
    .from(ltiTools)
    .where(isNull(ltiTools.deleted_at))
    .orderBy(asc(ltiTools.name), asc(ltiTools.id))

/** Locks the table against further tools until the transaction ends, and returns how many there are. */
export const countTools = async (tx: Db) => {
  await tx.execute(sql`lock table lti_tools in share row exclusive mode`)
  return tx.$count(ltiTools, isNull(ltiTools.deleted_at))
}

export const insertTool = async (tx: Db, tool: typeof ltiTools.$inferInsert) => {
  return onlyRow(await tx.insert(ltiTools).values(tool).returning())
}

/** Whether there was one. */
export const updateTool = async (tx: Db, id: number, values: Partial<ToolRecord>) => {
  const { rowCount } = await tx
    .update(ltiTools)
    .set(values)
    .where(and(eq(ltiTools.id, id), isNull(ltiTools.deleted_at)))
  return (rowCount ?? 0) > 0
}

/** The tools of a lesson, in the order in which they were added. */
export const listLinks = (db: Db, lessonId: number) =>
  db
    .select({ link: ltiLinks, tool: ltiTools })
    .from(ltiLinks)
    .innerJoin(ltiTools, eq(ltiTools.id, ltiLinks.tool_id))
    .where(and(eq(ltiLinks.lesson_id, lessonId), isNull(ltiLinks.deleted_at)))
    .orderBy(asc(ltiLinks.id))

/** A tool in a lesson that nobody has taken out. */
export const findLink = async (db: Db, id: number) => {
  const [row] = await db
    .select({ link: ltiLinks, tool: ltiTools })
    .from(ltiLinks)
    .innerJoin(ltiTools, eq(ltiTools.id, ltiLinks.tool_id))
    .where(and(eq(ltiLinks.id, id), isNull(ltiLinks.deleted_at)))
  return row ?? null
}
export type LinkWithTool = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** The lesson of a tool, with its course; null once one of them was deleted. */
export const findLessonOfLink = async (db: Db, id: number) => {
  const [row] = await db
    .select({ id: lessons.id, course_id: lessons.course_id, course_status: courses.status })
    .from(ltiLinks)
    .innerJoin(lessons, eq(lessons.id, ltiLinks.lesson_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(and(eq(ltiLinks.id, id), isNull(lessons.deleted_at), isNull(courses.deleted_at)))
  return row ?? null
}

/** The columns of a tool in a course. */
export const listColumnsOfTool = (db: Db, toolId: number, courseId: number) =>
  db
    .select({ id: ltiLinks.id, title: ltiLinks.title, max_points: ltiLinks.max_points })
    .from(ltiLinks)
    .innerJoin(lessons, eq(lessons.id, ltiLinks.lesson_id))
    .where(
      and(
        eq(ltiLinks.tool_id, toolId),
        eq(lessons.course_id, courseId),
        isNull(ltiLinks.deleted_at),
        isNull(lessons.deleted_at),
      ),
    )
    .orderBy(asc(ltiLinks.id))

/** How many tools a lesson has; others wait until the transaction ends. */
export const countLinks = async (tx: Db, lessonId: number) => {
  await tx.execute(sql`select id from lessons where id = ${lessonId} for no key update`)
  return tx.$count(ltiLinks, and(eq(ltiLinks.lesson_id, lessonId), isNull(ltiLinks.deleted_at)))
}

/** Returns the id. */
export const insertLink = async (tx: Db, link: typeof ltiLinks.$inferInsert) => {
  const [row] = await tx.insert(ltiLinks).values(link).returning({ id: ltiLinks.id })
  return (row as { id: number }).id
}

export const updateLink = async (tx: Db, id: number, values: Partial<LinkRecord>) => {
  await tx.update(ltiLinks).set(values).where(eq(ltiLinks.id, id))
}

/** The sign that a tool knows a person by; made at their first launch. */
export const ensureSubject = async (db: Db, tool_id: number, user_id: number) => {
  const subject = randomUUID()
  await db.insert(ltiSubjects).values({ tool_id, user_id, subject }).onConflictDoNothing()
  return (await findSubject(db, tool_id, user_id)) ?? subject
}

/** The same; null before the first launch. */
export const findSubject = async (db: Db, toolId: number, userId: number) => {
  const [row] = await db
    .select({ subject: ltiSubjects.subject })
    .from(ltiSubjects)
    .where(and(eq(ltiSubjects.tool_id, toolId), eq(ltiSubjects.user_id, userId)))
  return row?.subject ?? null
}

/** The student of a course whom a tool knows by this sign, and who consents to it; null for anybody else. */
export const findStudentBySubject = async (db: Db, { id }: { id: number }, subject: string, courseId: number) => {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    select lti_subjects.user_id from lti_subjects
    join users on users.id = lti_subjects.user_id and users.active
    join lti_consents on lti_consents.user_id = lti_subjects.user_id and lti_consents.tool_id = lti_subjects.tool_id
    join course_students on course_students.user_id = lti_subjects.user_id and course_students.course_id = ${courseId}
    where lti_subjects.tool_id = ${id} and lti_subjects.subject = ${subject}`)
  return rows[0]?.user_id ?? null
}

/** A person's own results in the tools of a lesson. */
export const listOwnResults = (db: Db, lessonId: number, userId: number) =>
  db
    .select({ result: ltiResults })
    .from(ltiResults)
    .innerJoin(ltiLinks, eq(ltiLinks.id, ltiResults.link_id))
    .where(and(eq(ltiLinks.lesson_id, lessonId), eq(ltiResults.user_id, userId)))

/** Everybody's results in a tool of a lesson, by name. */
export const listResults = (db: Db, linkId: number) =>
  db
    .select({ result: ltiResults, person: personColumns })
    .from(ltiResults)
    .innerJoin(users, eq(users.id, ltiResults.user_id))
    .where(eq(ltiResults.link_id, linkId))
    .orderBy(asc(users.surname), asc(users.name), asc(users.id))

/** The same of those who consent to the tool, with its signs for them; `subject` limits them to one person. */
export const listResultsOfTool = (db: Db, { id, tool_id }: LinkRecord, subject: string | undefined) =>
  db
    .select({ result: ltiResults, subject: ltiSubjects.subject })
    .from(ltiResults)
    .innerJoin(ltiSubjects, and(eq(ltiSubjects.user_id, ltiResults.user_id), eq(ltiSubjects.tool_id, tool_id)))
    .innerJoin(ltiConsents, and(eq(ltiConsents.user_id, ltiResults.user_id), eq(ltiConsents.tool_id, tool_id)))
    .where(and(eq(ltiResults.link_id, id), subject === undefined ? undefined : eq(ltiSubjects.subject, subject)))
    .orderBy(asc(ltiSubjects.subject))

/** What a tool has reported of somebody so far; others wait until the transaction ends. */
export const lockResult = async (tx: Db, linkId: number, userId: number): Promise<ResultRecord | null> => {
  const [row] = await tx
    .select()
    .from(ltiResults)
    .where(and(eq(ltiResults.link_id, linkId), eq(ltiResults.user_id, userId)))
    .for('update')
  return row ?? null
}

/** Keeps a report unless there is a newer one; whether it was kept. */
export const saveResult = async (tx: Db, values: Omit<ResultRecord, 'updated_at'>) => {
  const { link_id: _link, user_id: _user, ...changed } = values
  const saved = await tx
    .insert(ltiResults)
    .values(values)
    .onConflictDoUpdate({
      target: [ltiResults.link_id, ltiResults.user_id],
      set: { ...changed, updated_at: sql`now()` },
      setWhere: sql`${ltiResults.scored_at} <= excluded.scored_at`,
    })
    .returning({ link_id: ltiResults.link_id })
  return saved.length > 0
}
