import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { ProjectCover } from '#web/projects/ProjectCover.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import { DragHandle, MoveButtons } from '#web/ui/MoveButtons.tsx'
import classes from '#web/users/ProjectsOrder.module.css'
import { useProjectsOrder } from '#web/users/use-projects-order.ts'

/** The user's projects one under another, to put them in order. Saved at once. */
const ProjectsOrder = ({ userId, projects }: { userId: number; projects: ProjectCard[] }) => {
  const { moves, dragged, announced } = useProjectsOrder(userId, projects)
  return (
    <Card flush>
      <Box as="ol" plain divided aria-label="Порядок проектов">
        {projects.map(({ id, name, cover }, place) => (
          <Row
            as="li"
            key={id}
            gap={3}
            pad={2.5}
            padX={4}
            className={classes.row}
            data-dragged={dragged === id || undefined}
          >
            <DragHandle moves={moves} id={id} className={classes.handle} />
            <Text as="span" round="s" fixed className={classes.cover}>
              <ProjectCover cover={cover} sizes="64px" ratio="4 / 3" />
            </Text>
            <Text as="span" grow anywhere>
              {name}
            </Text>
            <MoveButtons moves={moves} id={id} name={name} first={place === 0} last={place === projects.length - 1} />
          </Row>
        ))}
      </Box>
      <Text aloud role="status">
        {announced}
      </Text>
    </Card>
  )
}

export default ProjectsOrder
