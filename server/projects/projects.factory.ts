import type { Db } from '#server/db/database.ts'
import {
  type ProjectRecord,
  projectAuthors,
  projectComments,
  projectLikes,
  projects,
} from '#server/projects/projects.table.ts'

interface ProjectParts extends Partial<typeof projects.$inferInsert> {
  /** Ids of people; the first one made it. */
  authors: number[]
  likedBy?: number[]
  comments?: { user_id: number; text: string; created_at?: string }[]
}

/** Adds a project for tests and the demo school: published now, unless said otherwise; sends no notifications. */
export const buildProject = async (
  db: Db,
  { authors, likedBy = [], comments = [], ...values }: ProjectParts,
): Promise<ProjectRecord> => {
  const status = values.status ?? 'published'
  const [row] = await db
    .insert(projects)
    .values({
      name: 'Плакат о шрифте',
      summary: 'Серия плакатов об одном шрифте',
      content: '<p>Как это сделано.</p>',
      published_at: status === 'draft' ? null : new Date().toISOString(),
      ...values,
      status,
    })
    .returning()
  const project = row as ProjectRecord
  const project_id = project.id
  if (authors.length > 0) {
    await db.insert(projectAuthors).values(authors.map((user_id, position) => ({ project_id, user_id, position })))
  }
  if (likedBy.length > 0) await db.insert(projectLikes).values(likedBy.map((user_id) => ({ project_id, user_id })))
  if (comments.length > 0)
    await db.insert(projectComments).values(comments.map((comment) => ({ project_id, ...comment })))
  return project
}
