import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/reviews/ReviewDesk.module.css'
import { TaskPane } from '#web/reviews/task/TaskPane.tsx'
import { usePanes } from '#web/reviews/use-panes.ts'
import { useTaskNews } from '#web/reviews/use-task-news.ts'
import { useSentVerdict } from '#web/reviews/verdict/sent-verdicts.ts'
import { VerdictDraftProvider } from '#web/reviews/verdict/VerdictDraftProvider.tsx'
import { VerdictPane } from '#web/reviews/verdict/VerdictPane.tsx'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { Thread } from '#web/threads/Thread.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Box } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

interface DeskTaskProps {
  taskId: number
  userId: number
  onReviewed: () => void
}

/** Only `LeaseLine` reads the lease, so that the task is not drawn again when the lease is taken, renewed or lost. */
const withoutLease = ({ task }: { task: Task }) => ({ task: { ...task, lease: null } })

/** The open task and the verdict on it. */
export const DeskTask = memo(({ taskId, userId, onReviewed }: DeskTaskProps) => {
  const isRefused = useSentVerdict(taskId)?.phase === 'refused'
  // a task that is being judged does not change under the reviewer's eyes: the server refuses a verdict on another
  // state. The task comes back as it was judged then, with the reason and a way to load it again
  const query = useQuery({
    ...taskQuery(taskId),
    select: withoutLease,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...(isRefused && { refetchOnMount: false }),
  })
  const task = query.data?.task
  const news = useTaskNews(task, taskId)
  const isSingle = usePanes() === 1
  // the task first: the conversation is drawn once the task is shown
  const isSeen = useDeferredValue(true, false)

  if (!task) {
    return (
      <Box pad={0} padX={5} shrink className={classes.nothing}>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonList count={3} height={120} />
        )}
      </Box>
    )
  }
  const thread = isSeen && <Thread key={task.id} task={task} />
  return (
    <VerdictDraftProvider task={task} userId={userId}>
      {/* on a phone the criteria follow the task at once, and the conversation comes last */}
      <TaskPane task={task} userId={userId} thread={isSingle ? null : thread} />
      <VerdictPane task={task} userId={userId} news={news} onReviewed={onReviewed} />
      {isSingle && <div className={classes.talk}>{thread}</div>}
    </VerdictDraftProvider>
  )
})
