import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { courses } from '#server/courses/courses.table.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersions } from '#server/documents/documents.table.ts'
import { organisationRecords } from '#server/organisation/organisation.table.ts'
import { projects } from '#server/projects/projects.table.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'

/** So many of one kind at most: a site map holds 50 000 addresses. */
const most = 15_000

const everybodys = shownTo(['public'])
const announced = and(eq(courses.status, 'published'), isNull(courses.deleted_at))

/** Projects that everybody may see, the newest first. */
export const listProjectAddresses = (db: Db) =>
  db
    .select({ id: projects.id, at: projects.published_at })
    .from(projects)
    .where(everybodys)
    .orderBy(desc(projects.id))
    .limit(most)

/** The tags of such projects, with the day of the newest one. */
export const listTagAddresses = async (db: Db) => {
  const { rows } = await db.execute<{ tag: string; at: Date | null }>(sql`
    select tag, max(${projects.published_at}) as at from ${projects}, unnest(${projects.tags}) as tag
    where ${everybodys} group by tag order by count(*) desc, tag limit ${most}`)
  return rows.map(({ tag, at }) => ({ tag, at: at && new Date(at).toISOString() }))
}

/** Announced courses. When one was changed last is not known. */
export const listProgramAddresses = (db: Db) =>
  db.select({ id: courses.id }).from(courses).where(announced).orderBy(desc(courses.id)).limit(most)

/** People whose works everybody may see, and who teach courses that are announced; nobody else is looked for. */
export const listPeopleAddresses = async (db: Db) => {
  const { rows } = await db.execute<{ id: number; at: Date | null }>(sql`
    select users.id, max(shown.at) as at from users join (
      select project_authors.user_id, projects.published_at as at from project_authors
      join projects on projects.id = project_authors.project_id
      where project_authors.agreed_at is not null and ${everybodys}
      union all
      select course_teachers.user_id, null from course_teachers
      join courses on courses.id = course_teachers.course_id where ${announced}
    ) shown on shown.user_id = users.id
    where users.active and users.erase_at is null and users.erased_at is null
    group by users.id order by users.id desc limit ${most}`)
  return rows.map(({ id, at }) => ({ id, at: at && new Date(at).toISOString() }))
}

/** When the pages of the organisation section were published last, by number. */
export const listOrganisationDays = (db: Db) =>
  db.select({ number: organisationRecords.number, at: organisationRecords.published_at }).from(organisationRecords)

/** When the versions in force of the school's documents were published. */
export const listDocumentDays = (db: Db) =>
  db
    .selectDistinctOn([documentVersions.slug], { slug: documentVersions.slug, at: documentVersions.published_at })
    .from(documentVersions)
    .orderBy(documentVersions.slug, desc(documentVersions.version))
