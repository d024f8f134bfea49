import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#contract/plural.ts'
import type { ReviewerLoad } from '#contract/reviews/reviews.schema.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { reportError } from '#web/data/report-error.ts'
import { RefusedTasks } from '#web/reviews/queue/BulkDialog.tsx'
import type { Refused } from '#web/reviews/queue/bulk-undo.ts'
import { loadText } from '#web/reviews/queue/load-text.ts'
import { ReviewerRow } from '#web/reviews/queue/ReviewerRow.tsx'
import { reviewersQuery, useAssignTasks } from '#web/reviews/queue/reviewers.queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useStopWaiting } from '#web/ui/use-close-guard.ts'
import { useSingle } from '#web/ui/use-single.ts'

const earlier = (a: string | null, b: string | null) => (a && b ? (a < b ? a : b) : (a ?? b))

/** The teachers of several courses, each once, with what they have in all of them. */
const together = (loads: ReviewerLoad[]) => {
  const byId = new Map<number, ReviewerLoad>()
  for (const load of loads) {
    const known = byId.get(load.user.id)
    byId.set(
      load.user.id,
      known
        ? {
            user: load.user,
            waiting: known.waiting + load.waiting,
            oldest_at: earlier(known.oldest_at, load.oldest_at),
            reviewed: known.reviewed + load.reviewed,
          }
        : load,
    )
  }
  return [...byId.values()].sort((a, b) => a.waiting - b.waiting)
}

/** Gives tasks to a teacher by hand, with everybody's load in sight. */
const GiveDialog = ({
  rows,
  onClose,
  onDone,
}: {
  rows: Pick<TaskRow, 'id' | 'course' | 'reviewer' | 'students' | 'lesson'>[]
  onClose: () => void
  onDone: () => void
}) => {
  const [tasks] = useState(rows)
  const courseIds = [...new Set(tasks.map(({ course }) => course.id))]
  const queries = useQueries({ queries: courseIds.map(reviewersQuery) })
  const [refused, setRefused] = useState<Refused[] | null>(null)
  const give = useAssignTasks()
  const once = useSingle()
  const stopWaiting = useStopWaiting()
  const finish = () => {
    onDone()
    onClose()
  }
  const giveTo = (user: ReviewerLoad['user'] | null) =>
    once(async () => {
      try {
        const task_ids = tasks.map(({ id }) => id)
        const result = await give.mutateAsync({ task_ids, user_id: user?.id ?? null })
        const count = counted(result.done.length, 'работа', 'работы', 'работ')
        if (result.done.length > 0) {
          const summary = user ? `${fullName(user)}: ${count}` : `Никому не дано: ${count}`
          toast({ severity: 'success', summary, key: 'given' })
        }
        // the selection goes with its bar, and this dialog with it: what was refused is read first
        if (result.refused.length > 0) setRefused(result.refused)
        else finish()
      } catch (error) {
        reportError(error, 'Работы не переданы')
      }
    })
  const failed = queries.find(({ isError }) => isError)
  const people = together(queries.flatMap(({ data }) => data?.reviewers ?? []))
  const isGiven = tasks.some(({ reviewer }) => reviewer !== null)
  if (refused) return <RefusedTasks tasks={tasks as TaskRow[]} refused={refused} onClose={finish} />
  // closed while it is done, the dialog could not say what was refused
  const close = give.isPending ? stopWaiting : onClose
  return (
    <Modal onClose={close} title="Дать преподавателю">
      <Stack gap={4}>
        <Text mb={2} tone="soft">
          {counted(tasks.length, 'работа', 'работы', 'работ')}. Проверить {tasks.length === 1 ? 'её' : 'их'} по-прежнему
          сможет любой преподаватель курса.
        </Text>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : queries.some(({ data }) => !data) ? (
          <SkeletonList count={3} height={56} />
        ) : (
          <Stack as="ul" gap={1} plain aria-label="Преподаватели">
            {people.map((load) => (
              <ReviewerRow key={load.user.id}>
                <Box from={12}>
                  <PersonChip person={load.user} note={loadText(load)} />
                </Box>
                <Button
                  size="xs"
                  variant="light"
                  aria-label={`Дать: ${fullName(load.user)}`}
                  disabled={give.isPending}
                  onClick={() => giveTo(load.user)}
                >
                  Дать
                </Button>
              </ReviewerRow>
            ))}
          </Stack>
        )}
        <Row wrap justify="end" gap={2.5}>
          {isGiven && (
            <Button variant="subtle" color="gray" disabled={give.isPending} onClick={() => giveTo(null)}>
              Никому не давать
            </Button>
          )}
          <Button variant="default" onClick={close}>
            Закрыть
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}

export default GiveDialog
