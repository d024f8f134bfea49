import { type PageSearch, pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import type { GalleryFilters, ProjectCard, TagSummary } from '#contract/projects/projects.schema.ts'
import { called } from '#contract/users/student-word.ts'
import classes from '#web/projects/Gallery.module.css'
import { GalleryTools, OrderChoice } from '#web/projects/GalleryTools.tsx'
import { filterOf } from '#web/projects/gallery-filter.ts'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { TagLinks } from '#web/projects/TagLinks.tsx'
import { Row, Text } from '#web/ui/layout.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'

/** The text under the title of the gallery. */
export const galleryText = () => `Работы ${called('студентов')}, принятые преподавателями и сделанные для себя`

export const countedProjects = (total: number) => counted(total, 'проект', 'проекта', 'проектов')

/** The gallery as the server draws it, before anything can be chosen. */
export const GalleryView = ({
  projects,
  total,
  filters,
  search,
}: {
  projects: ProjectCard[]
  total: number
  filters: GalleryFilters
  search: PageSearch<'projects.index'>
}) => (
  <Wrap>
    <PageHeader title="Проекты" subtitle={galleryText()} />
    <GalleryTools filters={filters} search={search} />
    <Row as="p" gap={3} wrap mt={4} mb={4} size={3} tone="quiet" className={classes.found}>
      {total > 0 ? countedProjects(total) : 'Ничего не нашлось'}
    </Row>
    <ProjectGrid projects={projects} level="h2" top />
  </Wrap>
)

/** The top of the page of a tag. */
export const TagHeader = ({ tag: { name, neighbours } }: { tag: TagSummary }) => (
  <>
    <PageHeader title={`#${name}`} crumbs={[{ label: 'Проекты', href: pathTo('projects.index') }]} />
    {neighbours.length > 0 && (
      <Row gap={3} wrap mb={4}>
        <Text as="h2" size={3} tone="quiet" weight="medium" id="neighbours">
          Рядом
        </Text>
        <TagLinks tags={neighbours.map((neighbour) => neighbour.name)} label="Соседние теги" />
      </Row>
    )}
  </>
)

/** The page of a tag as the server draws it. */
export const TagView = ({
  tag,
  projects,
  search,
}: {
  tag: TagSummary
  projects: ProjectCard[]
  search: PageSearch<'projects.index'>
}) => (
  <Wrap>
    <TagHeader tag={tag} />
    {tag.count > 1 && (
      <Row gap={3} wrap align="stretch" className={classes.tools}>
        <OrderChoice value={filterOf(search).sort ?? 'new'} />
      </Row>
    )}
    <Row as="p" gap={3} wrap mt={4} mb={4} size={3} tone="quiet" className={classes.found}>
      {countedProjects(tag.count)}
    </Row>
    <ProjectGrid projects={projects} level="h2" top />
  </Wrap>
)
