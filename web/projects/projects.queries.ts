import { keepPreviousData } from '@tanstack/react-query'
import type { PageSearch } from '#contract/pages.ts'
import { projectsApi } from '#contract/projects/projects.api.ts'
import { listPage } from '#web/app/list-address.ts'
import { q, qPages } from '#web/data/endpoint-query.ts'

/** What the gallery may be narrowed down to. */
export interface GalleryFilter {
  search?: string | undefined
  tag?: string | undefined
  course_id?: number | undefined
  year?: number | undefined
  sort?: 'new' | 'popular' | undefined
}

/** The published projects; later pages are merged into the list. */
export const galleryQuery = ({ search, tag, course_id, year, sort }: GalleryFilter = {}) =>
  qPages(
    projectsApi.list,
    'projects',
    { query: { search, tag, course_id, year, sort } },
    { placeholderData: keepPreviousData },
  )

/** What the gallery can be narrowed to from here. */
export const galleryFiltersQuery = ({ search, tag, course_id, year }: GalleryFilter) =>
  q(projectsApi.filters, { query: { search, tag, course_id, year } }, { placeholderData: keepPreviousData })

/** A tag with the tags beside it. */
export const tagQuery = (tag: string) => q(projectsApi.tag, { params: { tag } })

/**
 * A project with everything on its page; `key` is what the address of one carries that is seen by link. It opens the
 * project, and does not make it another one: it is no part of what the project is kept under.
 */
export const projectQuery = (id: number, key?: string) => {
  const params = { id }
  return { ...q(projectsApi.get, { params, query: { key } }), queryKey: q(projectsApi.get, { params }).queryKey }
}

/** What the address narrows the reports down to. */
export const reportsFilterOf = ({ state, page }: PageSearch<'settings'>) => ({
  state: state === 'done' ? ('done' as const) : ('open' as const),
  page: listPage(page),
})

/** What readers find wrong: the curators' queue, and what was decided. */
export const reportsQuery = (filter: ReturnType<typeof reportsFilterOf>) =>
  q(projectsApi.reports, { query: filter }, { placeholderData: keepPreviousData })
