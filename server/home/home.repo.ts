import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { projectCardColumns, projects } from '#server/projects/projects.table.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'

/** Which of these projects everybody may see. */
export const listShownIds = async (db: Db, ids: number[]) => {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(inArray(projects.id, ids), shownTo(['public'])))
  return rows.map(({ id }) => id)
}

/** Projects everybody may see: the chosen ones in their order, then the best liked and the newest. */
export const listBestProjects = (db: Db, chosen: number[], max: number) =>
  db
    .select(projectCardColumns)
    .from(projects)
    .where(shownTo(['public']))
    .orderBy(
      sql`array_position(${sql.param(chosen)}::int[], ${projects.id}) nulls last`,
      sql`(select count(*) from project_likes where project_likes.project_id = projects.id) desc`,
      sql`${projects.published_at} desc nulls last`,
      sql`${projects.id} desc`,
    )
    .limit(max)
