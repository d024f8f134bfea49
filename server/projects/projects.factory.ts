import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import {
  type ProjectRecord,
  projectAuthors,
  projectColumns,
  projectComments,
  projectLikes,
  projectReports,
  projects,
} from '#server/projects/projects.table.ts'

interface ProjectParts extends Partial<typeof projects.$inferInsert> {
  /** Ids of people; the first one created it, and all of them agreed. */
  authors: number[]
  /** Coauthors who were asked and have not answered. */
  asked?: number[]
  likedBy?: number[]
  /** `answers`: the index in this list of the comment that it answers. */
  comments?: { user_id: number; text: string; created_at?: string; answers?: number }[]
}

/** Adds a project for tests and the demo school, published now by default; sends no notifications. */
export const buildProject = async (
  db: Db,
  { authors, asked = [], likedBy = [], comments = [], ...values }: ProjectParts,
): Promise<ProjectRecord> => {
  const status = values.status ?? 'published'
  const project = onlyRow(
    await db
      .insert(projects)
      .values({
        name: 'Плакат о шрифте',
        summary: 'Серия плакатов об одном шрифте',
        content: '<p>Как это сделано.</p>',
        published_at: status === 'draft' ? null : new Date().toISOString(),
        ...values,
        status,
      })
      .returning(projectColumns),
  )
  const project_id = project.id
  const people = [...authors, ...asked]
  if (people.length > 0) {
    await db.insert(projectAuthors).values(
      people.map((user_id, position) => ({
        project_id,
        user_id,
        position,
        agreed_at: position < authors.length ? project.created_at : null,
      })),
    )
  }
  if (likedBy.length > 0) await db.insert(projectLikes).values(likedBy.map((user_id) => ({ project_id, user_id })))
  const commentIds: number[] = []
  for (const { answers, ...comment } of comments) {
    const parent_id = answers === undefined ? null : (commentIds[answers] ?? null)
    const [added] = await db
      .insert(projectComments)
      .values({ project_id, parent_id, ...comment })
      .returning({ id: projectComments.id })
    commentIds.push((added as { id: number }).id)
  }
  return project
}

/** Adds a report for tests and the demo school, about the project for rudeness by default; returns its id. */
export const buildReport = async (
  db: Db,
  values: Pick<typeof projectReports.$inferInsert, 'project_id' | 'user_id'> &
    Partial<typeof projectReports.$inferInsert>,
) => {
  const [row] = await db
    .insert(projectReports)
    .values({ reason: 'rude', ...values })
    .returning({ id: projectReports.id })
  return (row as { id: number }).id
}
