import { Button } from '@mantine/core'
import { IconPhoto, IconPlus } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import { isCurator } from '#contract/users/users.policy.ts'
import { Link } from '#web/app/Link.tsx'
import { latePart } from '#web/app/late.tsx'
import { type PageSearch, usePageSearch } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import { GalleryResults } from '#web/projects/GalleryResults.tsx'
import { GalleryTools } from '#web/projects/GalleryTools.tsx'
import { galleryWords } from '#web/projects/GalleryView.tsx'
import { filterOf } from '#web/projects/gallery-filter.ts'
import { galleryFiltersQuery, galleryQuery } from '#web/projects/projects.queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'

const Reports = latePart(
  async () => ({ default: (await import('#web/projects/Reports.tsx')).Reports }),
  () => <SkeletonList count={3} height={120} />,
)

/** The gallery, and what it can be narrowed to. */
export const load = (_: Record<string, string>, search: PageSearch) => [
  galleryQuery(filterOf(search)),
  galleryFiltersQuery(),
]

const ProjectsPage = () => {
  const user = useUser()
  const [{ view }] = usePageSearch()
  const curates = user !== null && isCurator({ id: user.id, role: user.role.slug })
  const reports = curates && view === 'reports'
  return (
    <Wrap>
      <PageHeader
        title="Проекты"
        subtitle={galleryWords}
        actions={
          user && (
            <Button component={Link} to={pathTo('projects.create')} leftSection={<IconPlus size={18} aria-hidden />}>
              Новый проект
            </Button>
          )
        }
      />
      {curates && (
        <TabLinks
          label="Проекты"
          tabs={[
            { label: 'Галерея', href: pathTo('projects.index'), current: !reports },
            { label: 'Жалобы', href: `${pathTo('projects.index')}?view=reports`, current: reports },
          ]}
        />
      )}
      {reports ? <Reports /> : <Gallery mayCreate={user !== null} />}
    </Wrap>
  )
}

const Gallery = ({ mayCreate }: { mayCreate: boolean }) => {
  const [search, changeSearch] = usePageSearch()
  const change = (changes: PageSearch) => void changeSearch(changes, { replace: true })
  const filter = filterOf(search)
  const narrowed = Boolean(filter.search || filter.tag || filter.course_id || filter.year)
  const reset = () => change({ search: undefined, tag: undefined, course_id: undefined, year: undefined })
  return (
    <>
      <GalleryTools search={search} change={change} />
      <GalleryResults
        filter={filter}
        empty={
          narrowed ? (
            <EmptyState
              icon={IconPhoto}
              title="Ничего не нашлось"
              text="Попробуйте другие слова или посмотрите все проекты."
              action={
                <Button variant="default" onClick={reset}>
                  Показать все
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={IconPhoto}
              title="Проектов пока нет"
              text="Первый опубликованный проект появится здесь."
              action={
                mayCreate && (
                  <Button component={Link} to={pathTo('projects.create')} variant="default">
                    Создать первый
                  </Button>
                )
              }
            />
          )
        }
      />
    </>
  )
}

export default ProjectsPage
