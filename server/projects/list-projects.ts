import { pageCount } from '#contract/http/fields.ts'
import { listedVisibilities } from '#contract/projects/projects.policy.ts'
import type { ProjectCard, ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { listPublishedProjects, projectPageSize } from '#server/projects/gallery.repo.ts'
import type { ProjectFilter } from '#server/projects/narrow-gallery.repo.ts'
import { presentCards } from '#server/projects/present-project.ts'
import { listProjectsOf } from '#server/projects/projects.repo.ts'

/** The visibilities of a person's projects that staff see, those not for everybody included. */
const staffVisibilities: ProjectVisibility[] = ['public', 'school', 'link', 'me']

/**
 * One person's projects in the order they chose, the others newest first; includes drafts and hidden ones when
 * `unpublished`, so first check the policy.
 */
export const listProjectCards = async (
  db: Db,
  { user_id, unpublished = false }: { user_id: number; unpublished?: boolean },
  actor: Actor | null,
): Promise<ProjectCard[]> => {
  const published = isStaff(actor) ? staffVisibilities : listedVisibilities(actor)
  return presentCards(db, await listProjectsOf(db, user_id, unpublished ? 'all' : published), actor)
}

/** One page of the gallery, as the reader may see it. */
export const listGallery = async (
  db: Db,
  query: ProjectFilter & { sort?: 'new' | 'popular' | undefined; page: number },
  actor: Actor | null,
) => {
  const { rows, total, close } = await listPublishedProjects(db, { ...query, visibilities: listedVisibilities(actor) })
  return {
    projects: await presentCards(db, rows, actor),
    page: query.page,
    pages: pageCount(total, projectPageSize),
    total,
    close,
  }
}
