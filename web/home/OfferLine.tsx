import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { ProjectOffer } from '#contract/tasks/tasks.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { NextLine } from '#web/home/NextLine.tsx'
import { useProjectOffer } from '#web/home/use-project-offer.ts'
import { formatScore } from '#web/tasks/task-steps.ts'
import { Row, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** Offers to make a project of an accepted task, and can be dismissed. */
export const OfferLine = ({
  offer,
  first,
  onDecline,
}: {
  offer: ProjectOffer
  first: boolean
  onDecline: () => void
}) => {
  const decline = useProjectOffer(offer)
  const { task_id, lesson, course, score } = offer
  return (
    <NextLine
      first={first}
      tone="ok"
      why={
        <Row gap={1} gapX={3} wrap>
          <StatusBadge status={taskStatuses.accepted} />
          {score !== null && (
            <Text as="span" size={3} tone="soft">
              {formatScore(score)}
            </Text>
          )}
        </Row>
      }
      lesson={lesson.name}
      note={`${course.name}. Работу приняли: покажите её другим как проект`}
      act="Сделать проект"
      href={pathTo('projects.create', {}, { task: task_id })}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`Не предлагать: ${lesson.name}`}
        data-tip="Не предлагать"
        onClick={() => {
          onDecline()
          decline()
        }}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </NextLine>
  )
}
