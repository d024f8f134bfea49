import type { Tag } from '#server/db/changes.ts'
import type { BuiltFrom } from '#server/db/kept.ts'

/** The row of a project, with its text and how often it was opened. */
const inProject = (id: number): Tag => `in_project:${id}`

const commentsOn = (id: number): Tag => `project_comments:${id}`

/** What the cards of projects are built from. */
export const projectCardTags: Tag[] = ['projects', 'project_authors', 'project_likes', 'users', 'files']

/** What the gallery and its filters are built from. */
export const gallerySources: BuiltFrom = { tags: [...projectCardTags, 'courses'] }

/** Later pages are asked for too rarely to be kept. */
const maxKeptPage = 5

/** The first pages of the whole gallery; null once it is narrowed: there are endless ways to do that. */
export const narrowedSources = ({
  page = 1,
  sort: _,
  ...filter
}: {
  page?: number
  sort?: unknown
  [filter: string]: unknown
}) => (page > maxKeptPage || Object.values(filter).some(Boolean) ? null : gallerySources)

/** What the page of a project is built from, with the other projects by its authors. */
export const projectSources = (id: number): BuiltFrom => ({
  tags: [inProject(id), commentsOn(id), ...gallerySources.tags, 'consents', 'file_uses:project'],
})
