import { desc, sql } from 'drizzle-orm'
import { isAnnounced } from '#server/courses/courses.repo.ts'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersions } from '#server/documents/documents.table.ts'
import { projects } from '#server/projects/projects.table.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'
import { siteSettings } from '#server/site/site.table.ts'

const everybodys = shownTo(['public'])

/** Projects that everybody may see, the newest first. */
export const listProjectAddresses = (db: Db) =>
  db.select({ id: projects.id, at: projects.published_at }).from(projects).where(everybodys).orderBy(desc(projects.id))

/** The tags of such projects in the spelling that most of them use, with the day of the newest one. */
export const listTagAddresses = async (db: Db) => {
  const { rows } = await db.execute<{ tag: string; at: Date | null }>(sql`
    select mode() within group (order by tag) as tag, max(${projects.published_at}) as at
    from ${projects}, unnest(${projects.tags}) as tag
    where ${everybodys} group by translate(lower(tag), 'ё', 'е') order by count(*) desc, 1`)
  return rows.map(({ tag, at }) => ({ tag, at: at && new Date(at).toISOString() }))
}

/** Announced courses, with the day when the announcement last changed, or a lesson in its plan opened. */
export const listProgramAddresses = async (db: Db) => {
  const { rows } = await db.execute<{ id: number; at: Date }>(sql`
    select ${courses.id} as id, greatest(${courses.changed_at}, (
      select max(coalesce(lessons.publish_at, lessons.created_at)) from lessons
      where lessons.course_id = courses.id and lessons.deleted_at is null and lessons.status = 'published'
        and (lessons.publish_at is null or lessons.publish_at <= now())
    )) as at from ${courses} where ${isAnnounced} order by ${courses.id} desc`)
  return rows.map(({ id, at }) => ({ id, at: new Date(at).toISOString() }))
}

/** People with public projects, and teachers of announced courses; nobody else is indexed. */
export const listPeopleAddresses = async (db: Db) => {
  const { rows } = await db.execute<{ id: number; at: Date | null }>(sql`
    select users.id, max(shown.at) as at from users join (
      select project_authors.user_id, projects.published_at as at from project_authors
      join projects on projects.id = project_authors.project_id
      where project_authors.agreed_at is not null and ${everybodys}
      union all
      select course_teachers.user_id, null from course_teachers
      join courses on courses.id = course_teachers.course_id where ${isAnnounced}
    ) shown on shown.user_id = users.id
    where users.active and users.erase_at is null and users.erased_at is null
    group by users.id order by users.id desc`)
  return rows.map(({ id, at }) => ({ id, at: at && new Date(at).toISOString() }))
}

/** When the versions in force of the school's documents were published. */
export const listDocumentDays = (db: Db) =>
  db
    .selectDistinctOn([documentVersions.slug], { slug: documentVersions.slug, at: documentVersions.published_at })
    .from(documentVersions)
    .orderBy(documentVersions.slug, desc(documentVersions.version))

/** When curators changed the main page or the school's facts. */
export const listSettingsDays = (db: Db) => db.select({ at: siteSettings.updated_at }).from(siteSettings)
