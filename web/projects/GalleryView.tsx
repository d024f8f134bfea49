import { pathTo } from '#contract/pages.ts'
import type { ProjectCard, TagSummary } from '#contract/projects/projects.schema.ts'
import classes from '#web/projects/Gallery.module.css'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { TagLinks } from '#web/projects/TagLinks.tsx'
import { PageHeader, Wrap } from '#web/ui/PageHeader.tsx'
import { counted } from '#web/ui/plural.ts'

/** What stands under the title of the gallery. */
export const galleryWords = 'Работы студентов, принятые преподавателями и сделанные для себя'

export const countedProjects = (total: number) => counted(total, 'проект', 'проекта', 'проектов')

/** The gallery as the server draws it, before anything can be chosen. */
export const GalleryView = ({
  projects,
  total,
  tags,
}: {
  projects: ProjectCard[]
  total: number
  tags: { name: string }[]
}) => (
  <Wrap>
    <PageHeader title="Проекты" subtitle={galleryWords} />
    <TagLinks tags={tags.slice(0, 20).map(({ name }) => name)} label="Теги" />
    <p className={classes.found}>{total > 0 ? countedProjects(total) : 'Ничего не нашлось'}</p>
    <ProjectGrid projects={projects} level="h2" top />
  </Wrap>
)

/** The top of the page of a tag. */
export const TagHeader = ({ tag: { name, count, neighbours } }: { tag: TagSummary }) => (
  <>
    <PageHeader
      title={`#${name}`}
      subtitle={countedProjects(count)}
      crumbs={[{ label: 'Проекты', href: pathTo('projects.index') }]}
    />
    {neighbours.length > 0 && (
      <div className={classes.neighbours}>
        <h2 id="neighbours">Рядом</h2>
        <TagLinks tags={neighbours.map((neighbour) => neighbour.name)} label="Соседние теги" />
      </div>
    )}
  </>
)

/** The page of a tag as the server draws it. */
export const TagView = ({ tag, projects }: { tag: TagSummary; projects: ProjectCard[] }) => (
  <Wrap>
    <TagHeader tag={tag} />
    <ProjectGrid projects={projects} level="h2" top />
  </Wrap>
)
