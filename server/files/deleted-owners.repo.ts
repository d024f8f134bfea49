import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { touchFiles } from '#server/files/file-uses.repo.ts'

/** What was deleted so long ago that it can no longer be restored. */
const gone = (table: string) => sql.raw(`${table}.deleted_at < now() - interval '30 days'`)

/**
 * Ends the uses of what was deleted for good, so that its files can be swept. Courses can be restored within 30 days,
 * and everything else follows the same limit. Attempts stay whatever happens to their course.
 */
export const dropUsesOfDeleted = (db: Db) =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ file_id: string }>(sql`
      delete from file_uses where
        (owner in ('project', 'project-cover') and owner_id in (select id from projects where ${gone('projects')}))
        or (owner in ('course', 'announcement') and owner_id in (select id from courses where ${gone('courses')}))
        or (owner = 'lesson' and owner_id in (
          select lessons.id from lessons join courses on courses.id = lessons.course_id
          where ${gone('lessons')} or ${gone('courses')}))
        or (owner = 'lesson-version' and owner_id not in (
          select lesson_versions.id from lesson_versions
          join lessons on lessons.id = lesson_versions.lesson_id join courses on courses.id = lessons.course_id
          where (${gone('lessons')} or ${gone('courses')}) is not true))
        or (owner = 'scorm-package' and owner_id not in (
          select scorm_packages.id from scorm_packages
          join lessons on lessons.id = scorm_packages.lesson_id join courses on courses.id = lessons.course_id
          where (${gone('lessons')} or ${gone('courses')}) is not true))
        or (owner = 'consent' and owner_id not in (select id from consents))
        or (owner = 'assignment' and owner_id not in (
          select assignments.id from assignments
          join lessons on lessons.id = assignments.lesson_id join courses on courses.id = lessons.course_id
          where (${gone('lessons')} or ${gone('courses')}) is not true))
      returning file_id`)
    await touchFiles(tx, [...new Set(rows.map(({ file_id }) => file_id))])
  })
