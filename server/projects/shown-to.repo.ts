import { and, eq, inArray, isNull, not } from 'drizzle-orm'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { projects, withheld } from '#server/projects/projects.table.ts'

/** Which projects are published for readers of these visibilities, be they withheld or not. */
export const publishedTo = (visibilities: ProjectVisibility[]) =>
  and(eq(projects.status, 'published'), isNull(projects.deleted_at), inArray(projects.visibility, visibilities))

/**
 * Which projects lists, tags and maps show to readers of these visibilities; the rule of `canSeeProject` as a
 * condition.
 */
export const shownTo = (visibilities: ProjectVisibility[]) => and(publishedTo(visibilities), not(withheld))
