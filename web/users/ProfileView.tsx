import { IconCheck, IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import type { UserProfile } from '#contract/users/users.api.ts'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Wrap } from '#web/ui/PageHeader.tsx'
import { Paragraphs } from '#web/ui/Paragraphs.tsx'
import classes from '#web/users/Profile.module.css'

// Drawn by the server as well: plain elements, without the app's providers.

/** An address without what everybody's begins with. */
const bareAddress = (url: string) => url.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')

const Links = ({ links }: Pick<UserProfile, 'links'>) => (
  <ul className={classes.links} aria-label="Ссылки">
    {links.map(({ title, url }) => (
      <li key={url + title}>
        <a href={url} target="_blank" rel="me ugc nofollow noopener">
          <IconLink size={16} stroke={1.75} aria-hidden="true" />
          {title}
        </a>
        <span className={classes.printed}>: {bareAddress(url)}</span>
      </li>
    ))}
  </ul>
)

const FinishedCourses = ({ courses }: { courses: UserProfile['finished_courses'] }) => (
  <section className={classes.section} aria-labelledby="finished-courses">
    <h2 id="finished-courses">Пройденные курсы</h2>
    <ul className={classes.courses}>
      {courses.map(({ id, name, announced }) => (
        <li key={id}>
          <IconCheck size={18} stroke={2.25} aria-hidden="true" />
          {announced ? <a href={pathTo('programs.show', { id })}>{name}</a> : <span>{name}</span>}
        </li>
      ))}
    </ul>
  </section>
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
  /** Stands in place of what is said about the person, while they write it. */
  form?: ReactNode
  actions?: ReactNode
  /** Under the head. */
  settings?: ReactNode
  /** Whether this is the reader. */
  own?: boolean
  projectsActions?: ReactNode
  /** In place of the grid. */
  projectsList?: ReactNode
  after?: ReactNode
}

const Head = ({ user, slots }: { user: UserProfile; slots: ProfileSlots }) => (
  <header className={classes.head}>
    {slots.avatar ?? <Avatar person={user} size={112} />}
    <div className={classes.words}>
      <h1>{fullName(user)}</h1>
      {user.occupation && <p className={classes.occupation}>{user.occupation}</p>}
      <p className={classes.facts}>
        <span>{user.role.name}</span>
        {user.email && <a href={`mailto:${user.email}`}>{user.email}</a>}
        {user.email_confirmed === false && <span className={classes.unconfirmed}>Адрес не подтверждён</span>}
      </p>
      {slots.form ?? (
        <>
          {user.links.length > 0 && <Links links={user.links} />}
          {user.about && (
            <div className={classes.about}>
              <Paragraphs text={user.about} />
            </div>
          )}
        </>
      )}
      {slots.actions}
    </div>
  </header>
)

const Projects = ({ user, slots }: { user: UserProfile; slots: ProfileSlots }) => {
  if (user.projects.length === 0 && !slots.projectsList && user.role.slug !== 'student') return null
  const list =
    user.projects.length > 0 ? (
      <ProjectGrid projects={user.projects} top />
    ) : (
      <Card>
        <p className={classes.empty}>Опубликованные проекты появятся здесь.</p>
      </Card>
    )
  return (
    <section
      className={classes.section}
      aria-labelledby="projects"
      data-empty={user.projects.length === 0 || undefined}
    >
      <div className={classes.sectionHead}>
        <h2 id="projects">
          {slots.own && <span className={classes.onScreen}>Мои проекты</span>}
          <span className={slots.own ? classes.printed : undefined}>Проекты</span>
        </h2>
        {slots.projectsActions}
      </div>
      <div className={classes.onScreen}>{slots.projectsList ?? list}</div>
      <PrintedProjects projects={user.projects} />
    </section>
  )
}

/** A person: who they are, what they do, what they have learnt and made. On paper it is their CV. */
export const ProfileView = ({ user, slots = {} }: { user: UserProfile; slots?: ProfileSlots }) => (
  <Wrap>
    {slots.notices && <div className={classes.onScreen}>{slots.notices}</div>}
    <Head user={user} slots={slots} />
    {slots.settings && <div className={classes.onScreen}>{slots.settings}</div>}
    {user.finished_courses.length > 0 && <FinishedCourses courses={user.finished_courses} />}
    <Projects user={user} slots={slots} />
    {slots.after && <div className={classes.onScreen}>{slots.after}</div>}
  </Wrap>
)
