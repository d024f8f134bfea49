import { Button, NativeSelect } from '@mantine/core'
import { IconPhoto, IconPlus, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { type PageSearch, usePageSearch } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import classes from '#web/projects/Gallery.module.css'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { type GalleryFilter, galleryQuery } from '#web/projects/projects.queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { counted } from '#web/ui/plural.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** What the address asks for; what makes no sense in it is left out. */
const filterOf = ({ search, tag, course_id, sort }: PageSearch): GalleryFilter => ({
  search,
  tag,
  course_id: Number(course_id) > 0 ? Number(course_id) : undefined,
  sort: sort === 'popular' ? 'popular' : undefined,
})

/** The gallery, and the courses it can be narrowed to. */
export const load = (_: Record<string, string>, search: PageSearch) => [
  galleryQuery(filterOf(search)),
  ...(readToken() ? [coursesQuery()] : []),
]

const ProjectsPage = () => {
  const user = useUser()
  const [search, change] = usePageSearch()
  const filter = filterOf(search)
  const query = useInfiniteQuery(galleryQuery(filter))
  const narrowed = Boolean(filter.search || filter.tag || filter.course_id)
  const reset = () => change({ search: undefined, tag: undefined, course_id: undefined }, { replace: true })
  return (
    <Wrap>
      <PageHeader
        title="Проекты"
        subtitle="Работы студентов, принятые преподавателями и сделанные для себя"
        actions={
          user && (
            <Button component={Link} to={pathTo('projects.create')} leftSection={<IconPlus size={18} aria-hidden />}>
              Новый проект
            </Button>
          )
        }
      />
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          label="Название, описание или автор"
          value={filter.search ?? ''}
          onSearch={(words) => change({ search: words || undefined }, { replace: true })}
        />
        {user && (
          <CourseFilter value={search.course_id} onChange={(course_id) => change({ course_id }, { replace: true })} />
        )}
        <NativeSelect
          aria-label="Порядок"
          value={filter.sort ?? 'new'}
          onChange={({ currentTarget: { value } }) =>
            change({ sort: value === 'new' ? undefined : value }, { replace: true })
          }
          data={[
            { value: 'new', label: 'Сначала новые' },
            { value: 'popular', label: 'Сначала популярные' },
          ]}
        />
      </div>
      {(narrowed || query.data) && (
        <div className={classes.found}>
          {filter.tag && (
            <button type="button" className={classes.tag} onClick={() => change({ tag: undefined }, { replace: true })}>
              #{filter.tag}
              <IconX size={14} stroke={2.25} role="img" aria-label="Убрать тег" />
            </button>
          )}
          <p role="status">
            {query.data && query.data.total > 0 && counted(query.data.total, 'проект', 'проекта', 'проектов')}
          </p>
        </div>
      )}
      <ListState
        query={query}
        skeleton={<SkeletonList cards count={8} height={220} />}
        isEmpty={({ total }) => total === 0}
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
                user && (
                  <Button component={Link} to={pathTo('projects.create')} variant="default">
                    Создать первый
                  </Button>
                )
              }
            />
          )
        }
      >
        {({ projects, total }) => (
          <div className={classes.results} aria-busy={query.isPlaceholderData}>
            <ProjectGrid projects={projects} level="h2" />
            <ShowMore query={query} shown={projects.length} total={total} />
          </div>
        )}
      </ListState>
    </Wrap>
  )
}

const CourseFilter = ({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (course: string | undefined) => void
}) => {
  const { data } = useQuery(coursesQuery())
  const courses = data?.courses.filter(({ status }) => status.slug !== 'draft') ?? []
  // a course of an old link that one does not see
  const unknown =
    value && data && courses.every(({ id }) => String(id) !== value) ? [{ value, label: 'Другой курс' }] : []
  if (courses.length === 0 && unknown.length === 0) return null
  return (
    <NativeSelect
      aria-label="Курс"
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={[
        { value: '', label: 'Все курсы' },
        ...courses.map(({ id, name }) => ({ value: String(id), label: name })),
        ...unknown,
      ]}
    />
  )
}

export default ProjectsPage
