import { type SQL, sql } from 'drizzle-orm'
import { withQuizIds } from '#contract/quizzes/quiz-rules.ts'
import { type LinkTarget, linkPattern, withLinks } from '#server/courses/course-links.ts'
import type { Db } from '#server/db/database.ts'
import { inSchoolZone } from '#server/db/in-school-zone.ts'
import type { FileOwner } from '#server/files/files.table.ts'
import { newKey } from '#server/files/link-keys.repo.ts'

/** The id of each copy by the id of its original. */
export type Copies = ReadonlyMap<number, number>

/** Originals and copies as rows of `copies(old_id, new_id)`. */
const rowsOf = (copies: Copies) =>
  sql`unnest(${sql.param([...copies.keys()])}::int[], ${sql.param([...copies.values()])}::int[]) as copies(old_id, new_id)`

const inserted = async (tx: Db, statement: SQL): Promise<Copies> => {
  const { rows } = await tx.execute<{ old_id: number; new_id: number }>(statement)
  return new Map(rows.map(({ old_id, new_id }) => [old_id, new_id]))
}

/** The earliest date in the lessons of a course; null without any. */
export const findFirstDay = async (db: Db, courseId: number) => {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select to_char(least(min(lessons.publish_at), min(assignments.due_at)) ${inSchoolZone}, 'YYYY-MM-DD') as day
    from lessons left join assignments on assignments.lesson_id = lessons.id
    where lessons.course_id = ${courseId} and lessons.deleted_at is null`)
  return rows[0]?.day ?? null
}

/** Copies sections; ids are taken first, so that originals and copies are known by each other. */
export const copySections = (tx: Db, courses: Copies) =>
  inserted(
    tx,
    sql`
      with source as materialized (
        select id, name, position, copies.new_id as new_course,
          nextval(pg_get_serial_sequence('sections', 'id'))::int as new_id
        from sections join ${rowsOf(courses)} on copies.old_id = sections.course_id),
      copied as (
        insert into sections (id, course_id, name, position) overriding system value
        select new_id, new_course, name, position from source)
      select id as old_id, new_id from source`,
  )

/** Copies lessons that are not deleted, with their dates moved by this many days. */
export const copyLessons = (tx: Db, courses: Copies, sections: Copies, days: number) =>
  inserted(
    tx,
    sql`
      with source as materialized (
        select lessons.*, in_course.new_id as new_course, copies.new_id as new_section,
          nextval(pg_get_serial_sequence('lessons', 'id'))::int as new_id
        from lessons
        join (select * from ${rowsOf(courses)}) as in_course on in_course.old_id = lessons.course_id
        left join ${rowsOf(sections)} on copies.old_id = lessons.section_id
        where lessons.deleted_at is null),
      copied as (
        insert into lessons (id, course_id, section_id, position, name, content, status, publish_at, minutes, scorm, lti)
        overriding system value
        select new_id, new_course, new_section, position, name, content, status, publish_at + make_interval(secs => ${days * 86_400}), minutes,
          scorm, lti
        from source)
      select id as old_id, new_id from source`,
  )

/** Copies the assignments of lessons; reviewers are people of the original's course, so the copies have none. */
export const copyAssignments = (tx: Db, lessons: Copies, days: number) =>
  inserted(
    tx,
    sql`
      with source as materialized (
        select assignments.*, copies.new_id as new_lesson,
          nextval(pg_get_serial_sequence('assignments', 'id'))::int as new_id
        from assignments join ${rowsOf(lessons)} on copies.old_id = assignments.lesson_id),
      copied as (
        insert into assignments (id, lesson_id, text, due_at, closes_at, criteria, last_criterion_id, kinds, file_types,
          max_file_size, team_size, weight)
        overriding system value
        select new_id, new_lesson, text, due_at + make_interval(secs => ${days * 86_400}), closes_at + make_interval(secs => ${days * 86_400}),
          criteria, last_criterion_id, kinds, file_types, max_file_size, team_size, weight
        from source)
      select id as old_id, new_id from source`,
  )

/** Students will be notified of each lesson that opens later, as those of the original were. */
export const announceLessons = async (tx: Db, actorId: number, courseIds: number[]) => {
  await tx.execute(sql`
    insert into effects (kind, payload, visible_at)
    select 'lesson-published', jsonb_build_object('lesson_id', id, 'actor_id', ${actorId}::int), publish_at
    from lessons where course_id = any(${sql.param(courseIds)}::int[]) and status = 'published' and publish_at > now()`)
}

/** What comes before a lesson comes before its copy. */
export const copyRequirements = async (tx: Db, lessons: Copies) => {
  await tx.execute(sql`
    insert into lesson_requirements (lesson_id, after_id, needs)
    select copies.new_id, first.new_id, needs
    from lesson_requirements join ${rowsOf(lessons)} on copies.old_id = lesson_requirements.lesson_id
    join (select * from ${rowsOf(lessons)}) as first on first.old_id = lesson_requirements.after_id`)
}

/** Copies the quizzes of lessons, without anybody's attempts. */
export const copyQuizzes = (tx: Db, lessons: Copies) =>
  inserted(
    tx,
    sql`
      with source as materialized (
        select quizzes.*, copies.new_id as new_lesson, nextval(pg_get_serial_sequence('quizzes', 'id'))::int as new_id
        from quizzes join ${rowsOf(lessons)} on copies.old_id = quizzes.lesson_id
        where quizzes.deleted_at is null),
      copied as (
        insert into quizzes (id, lesson_id, position, title, attempts, shuffle, in_journal, placed, questions)
        overriding system value
        select new_id, new_lesson, position, title, attempts, shuffle, in_journal, placed, questions from source)
      select id as old_id, new_id from source`,
  )

/** Rewrites those texts of copies that match a regular expression of PostgreSQL. */
const rewriteTexts = async (
  tx: Db,
  [table, column]: ['courses' | 'lessons' | 'assignments', string],
  copies: Copies,
  { pattern, rewrite }: { pattern: string; rewrite: (html: string) => string },
) => {
  const [rowsOf, field] = [sql.identifier(table), sql.identifier(column)]
  const { rows } = await tx.execute<{ id: number; html: string }>(sql`
    select id, ${field} as html from ${rowsOf}
    where id = any(${sql.param([...copies.values()])}::int[]) and ${field} ~ ${pattern}`)
  if (rows.length === 0) return
  const texts = rows.map(({ html }) => rewrite(html))
  await tx.execute(sql`
    update ${rowsOf} set ${field} = changed.html
    from unnest(${sql.param(rows.map(({ id }) => id))}::int[], ${sql.param(texts)}::text[]) as changed(id, html)
    where ${rowsOf}.id = changed.id`)
}

/** The texts of copied lessons show the copies of their quizzes. */
export const rewriteQuizzes = (tx: Db, lessons: Copies, quizzes: Copies) =>
  rewriteTexts(tx, ['lessons', 'content'], lessons, {
    pattern: 'data-quiz="',
    rewrite: (html) => withQuizIds(html, (id) => quizzes.get(id) ?? id),
  })

/** The texts of copies link to the lessons and courses that were copied with them. */
export const rewriteLinks = async (
  tx: Db,
  { assignments, ...copied }: Record<LinkTarget | 'assignments', Copies>,
  publicUrl: string,
) => {
  const texts = {
    pattern: linkPattern,
    rewrite: (html: string) =>
      withLinks(html, publicUrl, (target, id) => {
        const copy = copied[target].get(id)
        return copy === undefined ? undefined : `/${target}/${copy}`
      }),
  }
  await rewriteTexts(tx, ['courses', 'content'], copied.courses, texts)
  await rewriteTexts(tx, ['courses', 'announcement'], copied.courses, texts)
  await rewriteTexts(tx, ['lessons', 'content'], copied.lessons, texts)
  await rewriteTexts(tx, ['assignments', 'text'], assignments, texts)
}

/** Copies the SCORM packages of lessons, without anybody's results. */
export const copyPackages = async (tx: Db, lessons: Copies) => {
  const packages = await inserted(
    tx,
    sql`
      with source as materialized (
        select scorm_packages.*, copies.new_id as new_lesson,
          nextval(pg_get_serial_sequence('scorm_packages', 'id'))::int as new_id
        from scorm_packages join ${rowsOf(lessons)} on copies.old_id = scorm_packages.lesson_id),
      copied as (
        insert into scorm_packages (id, lesson_id, file_id, title, version, items, link_key) overriding system value
        select new_id, new_lesson, file_id, title, version, items, ${newKey} from source)
      select id as old_id, new_id from source`,
  )
  if (packages.size === 0) return packages
  await tx.execute(sql`
    insert into scorm_entries (package_id, path, "offset", compressed_size, size, method)
    select copies.new_id, path, "offset", compressed_size, size, method
    from scorm_entries join ${rowsOf(packages)} on copies.old_id = scorm_entries.package_id`)
  return packages
}

/** The copies use the same files as their originals. */
export const copyFileUses = async (tx: Db, owner: FileOwner, copies: Copies) => {
  await tx.execute(sql`
    insert into file_uses (file_id, owner, owner_id, position)
    select file_id, owner, copies.new_id, position
    from file_uses join ${rowsOf(copies)} on copies.old_id = file_uses.owner_id where owner = ${owner}`)
}

/** Copies the tools of lessons that can still be opened, without anybody's results. */
export const copyTools = async (tx: Db, lessons: Copies) => {
  await tx.execute(sql`
    insert into lti_links (lesson_id, tool_id, title, custom, max_points, in_journal)
    select copies.new_id, tool_id, title, custom, max_points, in_journal
    from lti_links join ${rowsOf(lessons)} on copies.old_id = lti_links.lesson_id
    where lti_links.deleted_at is null order by lti_links.id`)
}
