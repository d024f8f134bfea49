import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import classes from '#web/reviews/task/TaskPane.module.css'
import { AssignmentText } from '#web/tasks/AssignmentText.tsx'
import { DueDate } from '#web/tasks/DueDate.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** What the lesson asked for, at hand while the task is judged; loaded once it is looked at. */
export const AssignmentFold = ({ lessonId }: { lessonId: number }) => {
  const [open, setOpen] = useState(false)
  const query = useQuery({ ...lessonQuery(lessonId), enabled: open })
  const assignment = query.data?.lesson.assignment
  return (
    <Fold mb={4.5} round="s" edge={undefined} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <FoldSummary gap={2} pad={2} padX={3} round="s" size={3} tone="soft" weight="medium">
        <FoldArrow />
        Что нужно было сделать
      </FoldSummary>
      {/* nothing waits, nor moves, where nobody sees it */}
      {open && (
        <Stack gap={3} className={classes.fold}>
          {assignment ? (
            <>
              <AssignmentText assignment={assignment} />
              {assignment.due_at && <DueDate due={assignment.due_at} open={false} />}
            </>
          ) : query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data ? (
            <p>Задание из урока убрали.</p>
          ) : (
            <SkeletonList count={1} height={80} />
          )}
        </Stack>
      )}
    </Fold>
  )
}
