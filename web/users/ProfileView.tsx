import { IconCheck, IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { Link } from '#web/app/Link.tsx'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'
import classes from '#web/users/Profile.module.css'

// Drawn by the server as well: plain elements, without the app's providers.

/** An address without what everybody's begins with. */
const bareAddress = (url: string) => url.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')

const Links = ({ links }: Pick<UserProfile, 'links'>) => (
  <Row
    links="plain"
    as="ul"
    gap={1}
    gapX={4}
    wrap
    align="stretch"
    mt={3}
    plain
    anywhere
    className={classes.links}
    aria-label="Ссылки"
  >
    {links.map(({ title, url }) => (
      <li key={url + title}>
        <Row as="a" inline gap={1.5} href={url} target="_blank" rel="me ugc nofollow noopener">
          <IconLink size={16} stroke={1.75} aria-hidden="true" />
          {title}
        </Row>
        <span className={classes.printed}>: {bareAddress(url)}</span>
      </li>
    ))}
  </Row>
)

const FinishedCourses = ({ courses }: { courses: UserProfile['finished_courses'] }) => (
  <Box as="section" mt={7} className={classes.section} aria-labelledby="finished-courses">
    <h2 id="finished-courses">Пройденные курсы</h2>
    <Stack as="ul" links="quiet" gap={2} mt={4} plain className={classes.courses}>
      {courses.map(({ id, name, announced }) => (
        <Row as="li" gap={2} align="start" key={id}>
          <Text as="span" mt={0.5} tone="ok">
            <IconCheck size={18} stroke={2.25} aria-hidden="true" />
          </Text>
          {announced ? <Link to={pathTo('programs.show', { id })}>{name}</Link> : <span>{name}</span>}
        </Row>
      ))}
    </Stack>
  </Box>
)

/** Published projects as a printed page names them: one line each. */
const PrintedProjects = ({ projects }: Pick<UserProfile, 'projects'>) => (
  <ul className={classes.printedProjects}>
    {projects
      .filter(({ status, visibility }) => status.slug === 'published' && visibility !== 'me')
      .map(({ id, name, summary }) => (
        <li key={id}>
          <b>{name}</b>
          {summary && `: ${summary}`}
        </li>
      ))}
  </ul>
)

/** What only the app adds: for the person themselves and for curators. */
export interface ProfileSlots {
  notices?: ReactNode
  avatar?: ReactNode
  /** Replaces the text about the person while they write it. */
  form?: ReactNode
  actions?: ReactNode
  /** Under the role and the address. */
  facts?: ReactNode
  /** Whether this is the reader. */
  own?: boolean
  projectsActions?: ReactNode
  /** In place of the grid. */
  projectsList?: ReactNode
  after?: ReactNode
}

const Head = ({ user, slots }: { user: UserProfile; slots: ProfileSlots }) => (
  <Row as="header" gap={6} align="start" className={classes.head}>
    {slots.avatar ?? <Avatar person={user} size={112} />}
    <Box grow anywhere className={classes.text}>
      <h1>{fullName(user)}</h1>
      {user.occupation && (
        <Text mt={0.5} size={6} tone="soft" anywhere>
          {user.occupation}
        </Text>
      )}
      <Row
        as="p"
        links="quiet"
        gap={1}
        gapX={4}
        wrap
        align="stretch"
        mt={1}
        tone="quiet"
        anywhere
        className={classes.facts}
      >
        <span>{user.role.name}</span>
        {user.email && <a href={`mailto:${user.email}`}>{user.email}</a>}
        {user.email && user.email_confirmed === false && (
          <Text as="span" tone="warn">
            Адрес не подтверждён
            {slots.own && ': показывать проекты всем и получать письма можно после подтверждения'}
          </Text>
        )}
      </Row>
      {slots.facts}
      {slots.form ?? (
        <>
          {user.links.length > 0 && <Links links={user.links} />}
          {user.about && (
            <Stack gap={2} mt={4} size={6} tone="soft" anywhere className={classes.about}>
              <Paragraphs text={user.about} />
            </Stack>
          )}
        </>
      )}
      {slots.actions}
    </Box>
  </Row>
)

const Projects = ({ user, slots }: { user: UserProfile; slots: ProfileSlots }) => {
  if (user.projects.length === 0 && !slots.projectsList && user.role.slug !== 'student') return null
  const list =
    user.projects.length > 0 ? (
      <ProjectGrid projects={user.projects} top />
    ) : (
      <Card>
        <Text tone="quiet">Опубликованные проекты появятся здесь.</Text>
      </Card>
    )
  return (
    <Box
      as="section"
      mt={7}
      className={classes.section}
      aria-labelledby="projects"
      data-empty={user.projects.length === 0 || undefined}
    >
      <Row gap={3} wrap justify="between" mb={4} className={classes.sectionHead}>
        <h2 id="projects">
          {slots.own && (
            <Text as="span" unprinted>
              Мои проекты
            </Text>
          )}
          <span className={slots.own ? classes.printed : undefined}>Проекты</span>
        </h2>
        {slots.projectsActions}
      </Row>
      <Box unprinted>{slots.projectsList ?? list}</Box>
      <PrintedProjects projects={user.projects} />
    </Box>
  )
}

/** A person: who they are, what they do, what they have learnt and made. On paper it is their CV. */
export const ProfileView = ({ user, slots = {} }: { user: UserProfile; slots?: ProfileSlots }) => (
  <Wrap>
    {slots.notices && <Box unprinted>{slots.notices}</Box>}
    <Head user={user} slots={slots} />
    {user.finished_courses.length > 0 && <FinishedCourses courses={user.finished_courses} />}
    <Projects user={user} slots={slots} />
    {slots.after && <Box unprinted>{slots.after}</Box>}
  </Wrap>
)
