import { keepPreviousData } from '@tanstack/react-query'
import { projectsApi } from '#contract/projects/projects.api.ts'
import { q, qPages } from '#web/app/endpoint-query.ts'

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

/** What readers find wrong: the curators' queue, and what was decided. */
export const reportsQuery = (state: 'open' | 'done', page: number) =>
  q(projectsApi.reports, { query: { state, page } }, { placeholderData: keepPreviousData })
