import { Skeleton } from '@mantine/core'
import { placeOfEntry } from '#contract/tasks/task-places.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { useUser } from '#web/auth/session.ts'
import { placeToAsk } from '#web/tasks/deadlines.ts'
import { CommentForm } from '#web/threads/CommentForm.tsx'
import { ThreadEntryRow } from '#web/threads/ThreadEntryRow.tsx'
import { useSentEntries } from '#web/threads/use-comment.ts'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { useNow } from '#web/ui/use-now.ts'

const AskExtension = latePart(
  async () => ({ default: (await import('#web/tasks/AskExtension.tsx')).AskExtension }),
  () => <Skeleton height={36} width={180} />,
)

/**
 * The one conversation of a task: what people wrote, and what happened, in the order of time. Staff see their notes in
 * it.
 */
export const Thread = ({ task, readOnly }: { task: Task; readOnly?: boolean }) => {
  // a task without a draft is somebody else's
  const isStaff = task.draft === null
  const user = useUser()
  const now = useNow()
  const sent = useSentEntries(task.id)
  const entries = [...task.thread, ...sent]
  return (
    <Box as="section" mt={5} aria-label="Обсуждение">
      <Text as="h3" mb={3}>
        Обсуждение
      </Text>
      <Stack as="ol" gap={4} plain>
        {entries.map((entry) => (
          <Box as="li" shrink key={entry.id} id={placeOfEntry(entry.id)}>
            <ThreadEntryRow entry={entry} task={task} />
          </Box>
        ))}
      </Stack>
      {entries.length === 0 && <Text tone="quiet">Сообщений пока нет.</Text>}
      {!readOnly && <CommentForm key={task.id} taskId={task.id} isStaff={isStaff} />}
      {!readOnly && user && placeToAsk(task, now) === 'thread' && (
        <Box mt={4}>
          <AskExtension task={task} userId={user.id} />
        </Box>
      )}
    </Box>
  )
}
