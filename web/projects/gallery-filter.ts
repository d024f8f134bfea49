import type { PageSearch } from '#contract/pages.ts'
import type { GalleryFilter } from '#web/projects/projects.queries.ts'

const numberOf = (word: string | undefined) => (Number(word) > 0 ? Number(word) : undefined)

/** What the address asks of the gallery; what makes no sense in it is left out. */
export const filterOf = ({ search, tag, course_id, year, sort }: PageSearch<'projects.index'>): GalleryFilter => ({
  search,
  tag,
  course_id: numberOf(course_id),
  year: /^\d{4}$/.test(year ?? '') ? Number(year) : undefined,
  sort: sort === 'popular' || sort === 'new' ? sort : undefined,
})
