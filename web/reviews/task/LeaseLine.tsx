import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { canMove } from '#contract/tasks/tasks.policy.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { useLease } from '#web/reviews/use-lease.ts'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** Takes the lease of the open task, and shows who has it instead. */
export const LeaseLine = ({ task: { id, status }, userId }: { task: Pick<Task, 'id' | 'status'>; userId: number }) => {
  // never loads the task: `DeskTask` does
  const { data: lease } = useQuery({ ...taskQuery(id), select: ({ task }) => task.lease, enabled: false })
  const { heldBy, pending, takeOver } = useLease(id, { wanted: canMove(status.slug, 'review'), lease, userId })
  if (!heldBy) return null
  return (
    <Row
      gap={2}
      gapX={3}
      wrap
      mb={4.5}
      pad={2.5}
      padX={4}
      tone="warn"
      weight="medium"
      ground="warn"
      round="m"
      role="status"
    >
      <IconHandStop size={20} stroke={1.75} aria-hidden="true" />
      <Text from={14}>{heldBy}</Text>
      <Button size="sm" variant="default" loading={pending} onClick={takeOver}>
        Взять себе
      </Button>
    </Row>
  )
}
