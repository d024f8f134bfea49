import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type PageSearch, pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { curates } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { useActor } from '#web/auth/use-actor.ts'
import type { PageLoad } from '#web/page-module.ts'
import { GalleryResults } from '#web/projects/GalleryResults.tsx'
import { GalleryTools } from '#web/projects/GalleryTools.tsx'
import { galleryText } from '#web/projects/GalleryView.tsx'
import { filterOf } from '#web/projects/gallery-filter.ts'
import { galleryFiltersQuery, galleryQuery, reportsQuery } from '#web/projects/projects.queries.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { Box } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { PartError } from '#web/ui/PartError.tsx'

/** The gallery, and what it can be narrowed to. */
export const load: PageLoad<'projects.index'> = (_, search) => ({
  gallery: galleryQuery(filterOf(search)),
  filters: galleryFiltersQuery(filterOf(search)),
})

const ProjectsPage = () => {
  const actor = useActor()
  const seesReports = curates(actor, 'projects')
  return (
    <Wrap>
      <PageHeader
        title="Проекты"
        subtitle={galleryText()}
        actions={
          actor && (
            <>
              {seesReports && <ReportsLink />}
              <Button component={Link} to={pathTo('projects.create')} leftSection={<IconPlus size={18} aria-hidden />}>
                Новый проект
              </Button>
            </>
          )
        }
      />
      <Gallery mayCreate={actor !== null} />
    </Wrap>
  )
}

/** Leads curators to what waits for them. */
const ReportsLink = () => {
  const { data } = useQuery(reportsQuery({ state: 'open', page: 1 }))
  return (
    <Button component={Link} to={pathTo('settings', {}, { tab: 'reports' })} variant="default">
      {data && data.total > 0 ? counted(data.total, 'жалоба', 'жалобы', 'жалоб') : 'Жалобы'}
    </Button>
  )
}

const Gallery = ({ mayCreate }: { mayCreate: boolean }) => {
  const [search, changeSearch] = usePageSearch('projects.index')
  const change = (changes: PageSearch<'projects.index'>) => void changeSearch(changes, { replace: true })
  const filter = filterOf(search)
  const filters = useQuery(galleryFiltersQuery(filter))
  const narrowed = Boolean(filter.search || filter.tag || filter.course_id || filter.year)
  const reset = () => change({ search: undefined, tag: undefined, course_id: undefined, year: undefined })
  return (
    <>
      <GalleryTools filters={filters.data?.filters} search={search} change={change} />
      {hasFailed(filters) && (
        <Box mb={4}>
          <PartError what="курсы, годы и теги" />
        </Box>
      )}
      <GalleryResults
        filter={filter}
        empty={
          narrowed
            ? {
                title: 'Ничего не нашлось',
                text: 'Попробуйте другие слова или посмотрите все проекты.',
                action: (
                  <Button variant="default" onClick={reset}>
                    Показать все
                  </Button>
                ),
              }
            : {
                title: 'Проектов пока нет',
                text: 'Первый опубликованный проект появится здесь.',
                action: mayCreate && (
                  <Button component={Link} to={pathTo('projects.create')} variant="default">
                    Создать первый
                  </Button>
                ),
              }
        }
      />
    </>
  )
}

export default ProjectsPage
