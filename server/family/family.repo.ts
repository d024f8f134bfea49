import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { cohortStudents, cohorts } from '#server/cohorts/cohorts.table.ts'
import { consents } from '#server/consents/consents.table.ts'
import { courseStudents, courses, sections } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { inSchoolZone } from '#server/db/in-school-zone.ts'
import { effects } from '#server/effects/effects.table.ts'
import { familyLetters, familyLinks } from '#server/family/family.table.ts'
import { outlinePlace } from '#server/journal/journal.repo.ts'
import { journalCells, journalColumns, journalMarks } from '#server/journal/journal.table.ts'
import { isOpenToStudents } from '#server/lessons/lessons.repo.ts'
import { assignments, lessons } from '#server/lessons/lessons.table.ts'
import { reviews } from '#server/reviews/reviews.table.ts'
import { attempts, taskStudents, tasks } from '#server/tasks/tasks.table.ts'
import { guardians, users } from '#server/users/users.table.ts'

/** The address of the parent that a link was sent to; null for a dead link. */
export const findFamilyAddress = async (db: Db, tokenHash: Buffer) => {
  const alive = or(isNull(familyLinks.expires_at), gt(familyLinks.expires_at, sql`now()`))
  const [link] = await db
    .select({ email: familyLinks.email })
    .from(familyLinks)
    .where(and(eq(familyLinks.token_hash, tokenHash), alive))
  return link?.email ?? null
}

/** Whether a parent has a lasting link: the curator has sent one, and nobody has ended it. */
export const hasFamilyLink = async (db: Db, email: string) =>
  (await db.$count(familyLinks, and(eq(familyLinks.email, email), isNull(familyLinks.expires_at)))) > 0

export const insertFamilyLink = async (tx: Db, link: typeof familyLinks.$inferInsert) => {
  await tx.insert(familyLinks).values(link)
}

/** Ends the links of parents, and those that wait for their letter to go out; returns how many. */
export const deleteFamilyLinks = async (tx: Db, emails: string[]) => {
  if (emails.length === 0) return 0
  // first of all: a letter that is being sent has its link once this has waited for it
  const waiting = await tx
    .delete(effects)
    .where(
      and(
        eq(effects.kind, 'family-letter'),
        sql`${effects.payload}->>'email' = any(${sql.param(emails)}::text[]) and not ${effects.payload} ? 'renewed'`,
      ),
    )
    .returning({ id: effects.id })
  const ended = await tx
    .delete(familyLinks)
    .where(inArray(familyLinks.email, emails))
    .returning({ e: familyLinks.email })
  return waiting.length + ended.length
}

/** Deletes links that have expired, and everything of addresses that are no parent's any more. */
export const sweepFamilyLinks = async (db: Db) => {
  await db.delete(familyLinks).where(lt(familyLinks.expires_at, sql`now()`))
  const isNobodys = sql`not exists (select 1 from ${guardians} where ${guardians.email} = `
  await db.delete(familyLinks).where(sql`${isNobodys} ${familyLinks.email})`)
  await db.delete(familyLetters).where(sql`${isNobodys} ${familyLetters.email})`)
}

/** Since when a parent wants weekly letters; null when they do not. */
export const findLettersSince = async (db: Db, email: string) => {
  const [letters] = await db.select().from(familyLetters).where(eq(familyLetters.email, email))
  return letters?.since ?? null
}

/** Returns the new moment; null when letters were wanted already. */
export const startLetters = async (tx: Db, email: string) => {
  const [started] = await tx
    .insert(familyLetters)
    .values({ email, since: sql`now()` })
    .onConflictDoNothing()
    .returning({ since: familyLetters.since })
  return started?.since ?? null
}

export const stopLetters = async (tx: Db, emails: string[]) => {
  await tx.delete(familyLetters).where(inArray(familyLetters.email, emails))
}

/** The addresses of a child's parents. */
export const listParentAddresses = async (db: Db, childId: number) => {
  const rows = await db
    .selectDistinct({ email: guardians.email })
    .from(guardians)
    .where(and(eq(guardians.child_id, childId), sql`${guardians.email} is not null`))
  return rows.flatMap(({ email }) => email ?? [])
}

/**
 * The children that a parent may see: students under 18 with an open account whose parents' consent was not taken back
 * (Civil Code of Russia, art. 21 and 28; 152-ФЗ, art. 9).
 */
export const listChildren = (db: Db, email: string) =>
  db
    .select({ id: users.id, name: users.name, surname: users.surname })
    .from(users)
    .where(
      and(
        sql`exists (select 1 from ${guardians} where ${guardians.child_id} = ${users.id} and ${guardians.email} = ${email})`,
        eq(users.role, 'student'),
        users.active,
        isNull(users.erase_at),
        isNull(users.erased_at),
        isNull(users.awaits_parent_at),
        sql`(${users.birth_date} is null or ${users.birth_date} > (now() ${inSchoolZone})::date - interval '18 years')`,
        sql`not exists (
          select 1 from ${consents} as taken
          where taken.user_id = ${users.id} and taken.document = 'parent-consent' and taken.withdrawn_at is not null
            and not exists (
              select 1 from ${consents} as given
              where given.user_id = taken.user_id and given.document = 'parent-consent' and given.withdrawn_at is null))`,
      ),
    )
    .orderBy(users.name, users.surname, users.id)
    .limit(20)

/** The children's classes. */
export const listClassesOf = (db: Db, childIds: number[]) =>
  db
    .select({ child_id: cohortStudents.user_id, id: cohorts.id, name: cohorts.name })
    .from(cohortStudents)
    .innerJoin(cohorts, eq(cohorts.id, cohortStudents.cohort_id))
    .where(inArray(cohortStudents.user_id, childIds))
    .orderBy(cohorts.name, cohorts.id)

/** The published courses that the children take. */
export const listCoursesOf = (db: Db, childIds: number[]) =>
  db
    .select({ child_id: courseStudents.user_id, id: courses.id, name: courses.name, scale: courses.scale })
    .from(courseStudents)
    .innerJoin(courses, eq(courses.id, courseStudents.course_id))
    .where(and(inArray(courseStudents.user_id, childIds), eq(courses.status, 'published'), isNull(courses.deleted_at)))
    .orderBy(courses.name, courses.id)

/**
 * What open lessons of those courses ask of the children, in the order of the lessons, with the latest verdict in
 * force.
 */
export const listAsked = (db: Db, childIds: number[]) => {
  const verdict = db
    .select({ at: reviews.created_at, outcome: reviews.verdict, comment: reviews.comment })
    .from(reviews)
    .innerJoin(attempts, eq(attempts.id, reviews.attempt_id))
    .where(and(eq(attempts.task_id, tasks.id), isNull(reviews.revoked_at)))
    .orderBy(desc(reviews.id))
    .limit(1)
    .as('verdict')
  return db
    .select({
      child_id: courseStudents.user_id,
      course_id: lessons.course_id,
      id: assignments.id,
      lesson: lessons.name,
      place: outlinePlace,
      due_at: assignments.due_at,
      criteria: assignments.criteria,
      task: {
        status: tasks.status,
        score: tasks.score,
        submitted_at: tasks.submitted_at,
        extended_until: tasks.extended_until,
      },
      verdict: { at: verdict.at, outcome: verdict.outcome, comment: verdict.comment },
      cell: { absent: journalCells.absent, comment: journalCells.comment, changed_at: journalCells.changed_at },
    })
    .from(courseStudents)
    .innerJoin(courses, eq(courses.id, courseStudents.course_id))
    .innerJoin(lessons, eq(lessons.course_id, courses.id))
    .innerJoin(assignments, eq(assignments.lesson_id, lessons.id))
    .leftJoin(sections, eq(sections.id, lessons.section_id))
    .leftJoin(
      taskStudents,
      and(eq(taskStudents.assignment_id, assignments.id), eq(taskStudents.user_id, courseStudents.user_id)),
    )
    .leftJoin(tasks, eq(tasks.id, taskStudents.task_id))
    .leftJoinLateral(verdict, sql`true`)
    .leftJoin(
      journalCells,
      and(eq(journalCells.assignment_id, assignments.id), eq(journalCells.student_id, courseStudents.user_id)),
    )
    .where(and(inArray(courseStudents.user_id, childIds), isOpenToStudents))
    .orderBy(outlinePlace)
}

/** What the children have in columns without a hand-in of the courses that they take, by the days. */
export const listPlainMarks = (db: Db, childIds: number[]) =>
  db
    .select({ child_id: journalMarks.student_id, column: journalColumns, mark: journalMarks })
    .from(journalMarks)
    .innerJoin(journalColumns, eq(journalColumns.id, journalMarks.column_id))
    .innerJoin(
      courseStudents,
      and(eq(courseStudents.course_id, journalColumns.course_id), eq(courseStudents.user_id, journalMarks.student_id)),
    )
    .where(
      and(
        inArray(journalMarks.student_id, childIds),
        sql`(${journalMarks.score} is not null or ${journalMarks.absent} or ${journalMarks.comment} <> '')`,
      ),
    )
    .orderBy(asc(journalColumns.held_on), asc(journalColumns.id))

/** The children's consents, newest first. */
export const listConsentsOfChildren = (db: Db, childIds: number[]) =>
  db
    .select({
      child_id: consents.user_id,
      document: consents.document,
      given_at: consents.given_at,
      withdrawn_at: consents.withdrawn_at,
    })
    .from(consents)
    .where(inArray(consents.user_id, childIds))
    .orderBy(desc(consents.id))
