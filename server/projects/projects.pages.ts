import { AddressId } from '#contract/http/fields.ts'
import { storable } from '#contract/http/storable.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { pathTo, type ServedAnswers } from '#contract/pages.ts'
import { canSeeProject, listedVisibilities } from '#contract/projects/projects.policy.ts'
import { maxTagLength } from '#contract/projects/projects.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { plainTextOf } from '#server/content/plain-text.ts'
import type { Deps } from '#server/deps.ts'
import { projectFacts } from '#server/http/facts.ts'
import { pictureOf } from '#server/pictures/link-picture.ts'
import { findTag } from '#server/projects/gallery.repo.ts'
import { listFilters } from '#server/projects/gallery-filters.repo.ts'
import { listGallery } from '#server/projects/list-projects.ts'
import { isOpen } from '#server/projects/present-cover.ts'
import { presentProject } from '#server/projects/present-project.ts'
import { findProject } from '#server/projects/projects.repo.ts'

type Query = Record<string, string>

const everybody = listedVisibilities(null)

/**
 * Whether the address has filters: such pages are many, and all alike. Other parameters, such as where a reader came
 * from, change nothing.
 */
const isNarrowed = (query: Query) =>
  ['search', 'tag', 'course_id', 'year', 'sort', 'page'].some((name) => query[name] !== undefined)

const sorts: Record<string, 'new' | 'popular'> = { new: 'new', popular: 'popular' }

const queryOf = ({ search, tag, course_id, year, sort }: Query) => ({
  search: search && storable(search).slice(0, 200),
  tag: tag && storable(tag).slice(0, maxTagLength),
  course_id: AddressId.safeParse(course_id).data,
  year: /^(19[7-9]\d|2[01]\d\d)$/.test(year ?? '') ? Number(year) : undefined,
  sort: sorts[sort ?? ''],
  page: 1,
})

/** The gallery as guests see it, with the filters of the address. */
export const galleryPage = async (
  { db }: Deps,
  _params: Query,
  query: Query,
): Promise<ServedPage<ServedAnswers<'projects.index'>>> => {
  const asked = queryOf(query)
  const [gallery, filters] = await Promise.all([listGallery(db, asked, null), listFilters(db, asked, everybody)])
  return {
    title: 'Проекты',
    head: {
      description: `Работы ${called('студентов')} школы: дизайн, код и данные. По курсам, тегам и годам.`,
      canonical: pathTo('projects.index'),
      hidden: isNarrowed(query),
    },
    answers: { gallery, filters: { filters } },
  }
}

/** The projects of a tag, with related tags; null when no project has it. */
export const tagPage = async (
  { db }: Deps,
  params: Query,
  query: Query,
): Promise<ServedPage<ServedAnswers<'tags.show'>> | null> => {
  let name: string
  try {
    name = storable(decodeURIComponent(params.tag ?? ''))
  } catch {
    return null
  }
  const tag = name.length > maxTagLength ? null : await findTag(db, name, everybody)
  if (!tag) return null
  // the app takes it over as the whole tag: nothing but the order may come from the address
  const gallery = await listGallery(db, { tag: name, sort: queryOf(query).sort, page: 1 }, null)
  return {
    title: tag.name,
    head: {
      description: `Проекты ${called('студентов')} с тегом «${tag.name}»`,
      canonical: pathTo('tags.show', { tag: tag.name }),
      hidden: isNarrowed(query),
    },
    answers: { tag: { tag }, gallery },
  }
}

/** A project as guests see it; one seen by link is served at its address, but search engines leave it out. */
export const projectPage = async (
  { db, config }: Deps,
  params: Query,
  query: Query,
): Promise<ServedPage<ServedAnswers<'projects.show'>> | null> => {
  const id = AddressId.safeParse(params.id)
  const record = id.success ? await findProject(db, id.data) : null
  if (!record || !canSeeProject(null, record, query.key)) return null
  const project = await presentProject(db, record, null)
  const open = isOpen(record)
  return {
    title: project.name,
    head: {
      description: project.summary || plainTextOf(project.content) || `Проект «${project.name}»`,
      canonical: pathTo('projects.show', { id: project.id }),
      type: 'article',
      hidden: !open,
      ...(open && { picture: pictureOf('project', project.id), facts: [projectFacts(config, project)] }),
    },
    answers: { project: { project } },
  }
}
