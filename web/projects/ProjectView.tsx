import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { RichText } from '#web/content/RichText.tsx'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { ProjectCover } from '#web/projects/ProjectCover.tsx'
import classes from '#web/projects/ProjectView.module.css'
import { TagLinks } from '#web/projects/TagLinks.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'

/** A project as everybody reads it, in plain elements; its acts come from outside. */
export const ProjectView = ({
  project,
  opensCourse = false,
  notices,
  actions,
  reactions,
  talk,
}: {
  project: Project
  /** Whether the reader may open the course it comes from. */
  opensCourse?: boolean
  notices?: ReactNode
  actions?: ReactNode
  reactions?: ReactNode
  talk?: ReactNode
}) => {
  const { name, summary, cover, authors, course, tags, content, status, published_at, created_at, views, more } =
    project
  const moment = published_at ?? created_at
  return (
    <Stack as="article" gap={5} className={classes.project}>
      <ProjectCover cover={cover} ratio="16 / 7" sizes="(max-width: 800px) 100vw, 800px" eager />
      {notices}
      <Stack as="header" gap={4} className={classes.head}>
        <div>
          <Box links="quiet" unprinted as="nav" mb={1.5} size={2} tone="quiet" aria-label="Путь к странице">
            <Link to={pathTo('projects.index')}>Проекты</Link>
          </Box>
          <h1>{name}</h1>
        </div>
        {summary && (
          <Text size={6} tone="soft" lines>
            {summary}
          </Text>
        )}
        <Row as="ul" gap={3} gapX={5} wrap align="stretch" plain aria-label="Авторы">
          {authors.map((author) => (
            <Box as="li" shrink key={author.id}>
              <PersonChip
                person={author}
                href={pathTo('users.show', { id: author.id })}
                note={author.asked && 'пока не ответил: имя видно только авторам'}
              />
            </Box>
          ))}
        </Row>
        <Row links="underlined" as="p" gap={1} gapX={4} wrap align="stretch" size={3} tone="quiet">
          <time dateTime={moment}>{formatDay(moment)}</time>
          {course && (
            <span>
              Курс{' '}
              {opensCourse ? (
                <Link to={pathTo('courses.show', { id: course.id })}>«{course.name}»</Link>
              ) : (
                `«${course.name}»`
              )}
            </span>
          )}
          {status.slug === 'published' && <span>{counted(views, 'просмотр', 'просмотра', 'просмотров')}</span>}
        </Row>
        {actions}
      </Stack>
      {content && <RichText html={content} />}
      <TagLinks tags={tags} label="Теги" />
      {reactions}
      {talk}
      {more.length > 0 && (
        <section aria-labelledby="more">
          <h2 id="more">{authors.length > 1 ? 'Ещё от этих авторов' : 'Ещё от автора'}</h2>
          <Box mt={5} className={classes.more}>
            <ProjectGrid projects={more} />
          </Box>
        </section>
      )}
    </Stack>
  )
}
