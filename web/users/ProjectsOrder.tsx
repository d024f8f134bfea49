import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ProjectCard } from '#contract/projects/projects.schema.ts'
import { ProjectCover } from '#web/projects/ProjectCover.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'
import classes from '#web/users/ProjectsOrder.module.css'
import { useProjectsOrder } from '#web/users/use-projects-order.ts'

type Way = -1 | 1

/** One's projects one under another: each goes up and down by buttons, or is dragged. Saved at once. */
const ProjectsOrder = ({ userId, projects }: { userId: number; projects: ProjectCard[] }) => {
  const { move, said } = useProjectsOrder(userId, projects)
  const [dragged, setDragged] = useState<number | null>(null)
  // a row that moves in the document loses the focus: its button gets it back before anything is drawn
  const pressed = useRef<HTMLButtonElement>(null)
  const order = projects.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the order is another one
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = null
  }, [order])
  const button = (project: ProjectCard, place: number, way: Way) => {
    const to = place + way
    const possible = to >= 0 && to < projects.length
    return (
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${way < 0 ? 'Выше' : 'Ниже'}: ${project.name}`}
        // the last step must not lose the focus with the button
        aria-disabled={!possible}
        data-disabled={!possible || undefined}
        onClick={({ currentTarget }) => {
          if (!possible) return
          pressed.current = currentTarget
          move(place, to)
        }}
      >
        {way < 0 ? <IconArrowUp size={18} aria-hidden="true" /> : <IconArrowDown size={18} aria-hidden="true" />}
      </ActionIcon>
    )
  }
  return (
    <Card flush>
      <Box as="ol" plain aria-label="Порядок проектов">
        {projects.map((project, place) => (
          <Row
            as="li"
            key={project.id}
            gap={3}
            pad={2.5}
            padX={4}
            className={classes.row}
            draggable
            data-dragged={dragged === place || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(place)
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault()
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== place) move(dragged, place)
              setDragged(null)
            }}
          >
            <IconGripVertical size={18} className={classes.grip} aria-hidden="true" />
            <Text as="span" round="s" fixed className={classes.cover}>
              <ProjectCover cover={project.cover} sizes="64px" ratio="4 / 3" />
            </Text>
            <Text as="span" grow anywhere>
              {project.name}
            </Text>
            {button(project, place, -1)}
            {button(project, place, 1)}
          </Row>
        ))}
      </Box>
      <Text aloud role="status">
        {said}
      </Text>
    </Card>
  )
}

export default ProjectsOrder
