import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { ProjectCard as Card } from '#contract/projects/projects.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/projects/ProjectCard.module.css'
import { ProjectCover } from '#web/projects/ProjectCover.tsx'
import { visibilityNames } from '#web/projects/visibility-names.ts'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** A project in a gallery: one link. What is not published says so. */
const ProjectCard = ({
  project,
  level: Heading = 'h3',
  eager = false,
}: {
  project: Card
  level?: 'h2' | 'h3'
  eager?: boolean
}) => (
  <Link className={classes.card} to={pathTo('projects.show', { id: project.id })}>
    <ProjectCover cover={project.cover} sizes="(max-width: 560px) 50vw, 300px" eager={eager} />
    {project.status.slug !== 'published' && (
      <Row as="span" align="stretch" ground="surface" round="full" shadow="menu" className={classes.status}>
        <StatusBadge status={project.status} />
      </Row>
    )}
    {project.status.slug === 'published' && project.visibility !== 'public' && (
      <Text
        as="span"
        pad={0.5}
        padX={2.5}
        size={1}
        tone="soft"
        weight="medium"
        ground="surface"
        round="full"
        shadow="menu"
        className={classes.status}
      >
        {visibilityNames[project.visibility]}
      </Text>
    )}
    <Text as={Heading} mt={2.5} size={4} weight="strong" tight anywhere clamp={2} className={classes.name}>
      {project.name}
    </Text>
    <Row as="span" gap={3} mt={0.5} size={2} tone="quiet" tight>
      <Text as="span" grow clip>
        {project.authors
          .filter(({ asked }) => !asked)
          .map(fullName)
          .join(', ')}
      </Text>
      {project.status.slug === 'published' && (
        <Row as="span" gap={1} className={classes.likes}>
          {project.likes.mine ? (
            <Text as="span" tone="bad">
              <IconHeartFilled size={15} aria-hidden="true" />
            </Text>
          ) : (
            <IconHeart size={15} stroke={1.75} aria-hidden="true" />
          )}
          {project.likes.count}
          <Text as="span" nowrap aloud>
            {project.likes.mine ? ' нравится, и вам тоже' : ' нравится'}
          </Text>
        </Row>
      )}
    </Row>
  </Link>
)

/** Covers in the first row of a wide screen. */
const firstRow = 4

/** Projects side by side; `top` where they are the first thing on their page, whose covers then come at once. */
export const ProjectGrid = ({
  projects,
  level,
  top = false,
}: {
  projects: Card[]
  level?: 'h2' | 'h3'
  top?: boolean
}) => (
  <Box as="ul" gap={5} gapX={4.5} plain className={classes.grid}>
    {projects.map((project, index) => (
      <li key={project.id}>
        <ProjectCard project={project} level={level} eager={top && index < firstRow} />
      </li>
    ))}
  </Box>
)
