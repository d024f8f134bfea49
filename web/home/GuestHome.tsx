import type { ReactNode } from 'react'
import type { Home, HomeTeacher } from '#contract/home/home.schema.ts'
import { type PageAddress, pathTo } from '#contract/pages.ts'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import type { HomeBlock } from '#contract/site/site-settings.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { About } from '#web/home/About.tsx'
import classes from '#web/home/GuestHome.module.css'
import { ProgramGrid } from '#web/programs/ProgramCard.tsx'
import { ProjectGrid } from '#web/projects/ProjectCard.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Box, Grid, Row, Text } from '#web/ui/layout.tsx'

// Drawn by the server as well: plain elements, without the app's providers.

/** Frames of the mosaic: a request each on the first visit. */
const tiles = 6
/** How wide the widest frame is, with what is cut off at its sides. */
const tileSizes = '300px'
/** Projects in the band. */
const shown = 4

/** A block of the page under its heading; each has another ground than the one before. */
const Band = ({
  id,
  title,
  more,
  children,
}: {
  id: string
  title: string
  more?: { label: string; href: PageAddress }
  children: ReactNode
}) => (
  <Box as="section" edge="top" className={classes.band} aria-labelledby={id}>
    <div className={classes.in}>
      <Row gap={1} gapX={4} wrap align="baseline" justify="between" mb={5}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {more && (
          <Text as={Link} links="plain" weight="medium" nowrap to={more.href}>
            {more.label}
          </Text>
        )}
      </Row>
      {children}
    </div>
  </Box>
)

/** What the page leads to: a new account, and where visitors cannot open one, the sign-in. */
const beginning = ({ school }: Home) =>
  school.registration === 'open' || school.registration === 'code'
    ? { label: 'Начать учиться', href: pathTo('registration') }
    : { label: 'Войти', href: pathTo('login') }

const Begin = ({ home }: { home: Home }) => {
  const { label, href } = beginning(home)
  return (
    <LinkButton large href={href}>
      {label}
    </LinkButton>
  )
}

const Steps = ({ home }: { home: Home }) => (
  <Band id="steps" title="Как начать">
    <Grid as="ol" least={13} gap={6} gapX={5} plain className={classes.steps}>
      {home.settings.steps.map(({ name, text }) => (
        <li key={name}>
          <Text as="h3" mb={1} size={6}>
            {name}
          </Text>
          <Text tone="soft">{text}</Text>
        </li>
      ))}
    </Grid>
    <Row gap={3} gapX={5} wrap mt={7}>
      <Begin home={home} />
      {beginning(home).href !== pathTo('login') && (
        <Text as={Link} links="plain" weight="medium" nowrap to={pathTo('login')}>
          Уже учусь, войти
        </Text>
      )}
    </Row>
  </Band>
)

const Teachers = ({ teachers }: { teachers: HomeTeacher[] }) => (
  <Band id="teachers" title="Преподаватели">
    <Box as="ul" gap={4.5} plain className={classes.teachers}>
      {teachers.map((teacher) => (
        <li key={teacher.id}>
          <Row as={Link} links="quiet" gap={3} to={pathTo('users.show', { id: teacher.id })}>
            <Avatar person={teacher} size={56} />
            <Box as="span" shrink anywhere>
              <Text as="b" block weight="strong">
                {fullName(teacher)}
              </Text>
              <Text as="span" block size={3} tone="quiet" tight>
                {teacher.occupation || teacher.courses.map(({ name }) => name).join(', ')}
              </Text>
            </Box>
          </Row>
        </li>
      ))}
    </Box>
  </Band>
)

/** The content of each block; nothing where there is nothing to show. */
const blocks: Record<HomeBlock, (home: Home) => ReactNode> = {
  courses: ({ courses }) =>
    courses.length > 0 && (
      <Band id="courses" title="Набор открыт">
        <ProgramGrid programs={courses} />
      </Band>
    ),
  projects: ({ projects }) =>
    projects.length > 0 && (
      <Band
        id="projects"
        title={`Проекты ${called('студентов')}`}
        more={{ label: 'Вся галерея', href: pathTo('projects.index') }}
      >
        <ProjectGrid projects={projects.slice(0, shown)} />
      </Band>
    ),
  teachers: ({ teachers }) => teachers.length > 0 && <Teachers teachers={teachers} />,
  steps: (home) => home.settings.steps.length > 0 && <Steps home={home} />,
  about: (home) => {
    const about = About({ home })
    return (
      about && (
        <Band id="about" title={home.settings.about.title}>
          {about}
        </Band>
      )
    )
  },
}

/** The main page of guests. */
export const GuestHome = ({ home }: { home: Home }) => (
  <>
    <div className={classes.hero} data-wide data-alone={home.projects.length < tiles || undefined}>
      <div>
        <h1>{home.settings.title}</h1>
        {home.settings.text && (
          <Text mt={4.5} mb={5} size={6} tone="soft">
            {home.settings.text}
          </Text>
        )}
        <Row gap={3} wrap stacked align="stretch">
          <Begin home={home} />
          {home.projects.length > 0 && (
            <LinkButton large quiet href={pathTo('projects.index')}>
              Смотреть проекты
            </LinkButton>
          )}
        </Row>
      </div>
      {home.projects.length >= tiles && <Mosaic projects={forMosaic(home.projects)} />}
    </div>
    {home.settings.order.map((block) => (
      <Block key={block} home={home} block={block} />
    ))}
  </>
)

const Block = ({ home, block }: { home: Home; block: HomeBlock }) => blocks[block](home)

/** Others than those in the band under it, as far as there are others. */
const forMosaic = (projects: ProjectCard[]) => [...projects.slice(shown), ...projects.slice(0, shown)].slice(0, tiles)

const Mosaic = ({ projects }: { projects: ProjectCard[] }) => (
  <Box as="ul" gap={3} plain className={classes.mosaic} aria-label={`Проекты ${called('студентов')}`}>
    {projects.map((project) => (
      <li key={project.id}>
        <Link to={pathTo('projects.show', { id: project.id })} data-tip={project.name}>
          <img src={project.cover.url} srcSet={project.cover.srcset} sizes={tileSizes} alt={project.name} />
        </Link>
      </li>
    ))}
  </Box>
)
