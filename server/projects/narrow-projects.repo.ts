import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { projectAuthors, projects } from '#server/projects/projects.table.ts'

/** Restricts the public projects that name a person to the school. */
export const narrowToSchool = async (db: Db, userId: number) => {
  const own = db
    .select({ id: projectAuthors.project_id })
    .from(projectAuthors)
    .where(and(eq(projectAuthors.user_id, userId), isNotNull(projectAuthors.agreed_at)))
  await db
    .update(projects)
    .set({ visibility: 'school' })
    .where(and(inArray(projects.id, own), eq(projects.visibility, 'public')))
}
