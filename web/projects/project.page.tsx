import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { usePageTitle } from '#web/app/page-head.ts'
import { usePageId } from '#web/app/page-params.ts'
import { useUser } from '#web/auth/session.ts'
import { RichText } from '#web/content/RichText.tsx'
import { Comments } from '#web/projects/Comments.tsx'
import { LikeButton } from '#web/projects/LikeButton.tsx'
import { ProjectActions } from '#web/projects/ProjectActions.tsx'
import { ProjectSkeleton } from '#web/projects/ProjectSkeleton.tsx'
import classes from '#web/projects/ProjectView.module.css'
import { projectQuery } from '#web/projects/projects.queries.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** The project itself. */
export const load = ({ id }: Record<string, string>) => [projectQuery(Number(id))]

const ProjectPage = () => {
  const query = useQuery(projectQuery(usePageId()))
  usePageTitle(query.data?.project.name)
  return (
    <Wrap size="narrow">
      <ListState query={query} skeleton={<ProjectSkeleton />} page>
        {({ project }) => <ProjectView project={project} />}
      </ListState>
    </Wrap>
  )
}

const ProjectView = ({ project }: { project: Project }) => {
  const user = useUser()
  const actor = user && { id: user.id, role: user.role.slug }
  const { name, summary, cover, authors, course, tags, content, status, published_at, created_at } = project
  const moment = published_at ?? created_at
  const seesCourse = course && user && (user.role.slug === 'curator' || String(course.id) in user.courses)
  return (
    <article className={classes.project}>
      <Cover url={cover.url} ratio="16 / 7" />
      {status.slug === 'hidden' && (
        <Notice tone="warn">
          <b>Проект скрыт куратором.</b> {project.hidden_reason && `Причина: ${project.hidden_reason}`}
        </Notice>
      )}
      {status.slug === 'draft' && (
        <Notice tone="idle" icon="draft">
          <b>Черновик.</b> Его видят только авторы и кураторы.
        </Notice>
      )}
      <header className={classes.head}>
        <h1>{name}</h1>
        {summary && <p className={classes.summary}>{summary}</p>}
        <ul className={classes.authors} aria-label="Авторы">
          {authors.map((author) => (
            <li key={author.id}>
              <PersonChip person={author} href={pathTo('users.show', { id: author.id })} />
            </li>
          ))}
        </ul>
        <p className={classes.facts}>
          <time dateTime={moment}>{formatDay(moment)}</time>
          {course && (
            <span>
              Курс{' '}
              {seesCourse ? (
                <a href={pathTo('courses.show', { id: course.id })}>«{course.name}»</a>
              ) : (
                `«${course.name}»`
              )}
            </span>
          )}
        </p>
        {actor && (
          <div className={classes.actions}>
            <ProjectActions project={project} actor={actor} />
          </div>
        )}
      </header>
      {content && <RichText html={content} />}
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label="Теги">
          {tags.map((tag) => (
            <li key={tag}>
              <a href={`${pathTo('projects.index')}?tag=${encodeURIComponent(tag)}`}>#{tag}</a>
            </li>
          ))}
        </ul>
      )}
      {status.slug === 'published' && (
        <div>
          <LikeButton project={project} />
        </div>
      )}
      <Comments project={project} actor={actor} />
    </article>
  )
}

export default ProjectPage
