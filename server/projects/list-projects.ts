import { pageCount } from '#contract/http/fields.ts'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { presentCards } from '#server/projects/present-project.ts'
import {
  listProjectsOf,
  listPublishedProjects,
  type ProjectFilter,
  projectPageSize,
} from '#server/projects/projects.repo.ts'

/** One person's projects, newest first; drafts and hidden ones too when `unpublished`, so ask the policy before. */
export const listProjectCards = async (
  db: Db,
  { user_id, unpublished = false }: { user_id: number; unpublished?: boolean },
  actor: Actor | null,
): Promise<ProjectCard[]> => presentCards(db, await listProjectsOf(db, user_id, unpublished), actor)

/** One page of the public gallery. */
export const listGallery = async (
  db: Db,
  query: ProjectFilter & { sort: 'new' | 'popular'; page: number },
  actor: Actor | null,
) => {
  const { rows, total } = await listPublishedProjects(db, query)
  return {
    projects: await presentCards(db, rows, actor),
    page: query.page,
    pages: pageCount(total, projectPageSize),
    total,
  }
}
