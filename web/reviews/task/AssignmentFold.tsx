import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lessonQuery } from '#web/lessons/lessons.queries.ts'
import classes from '#web/reviews/task/TaskPane.module.css'
import { AssignmentText } from '#web/tasks/AssignmentText.tsx'
import { DueDate } from '#web/tasks/DueDate.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Box, Stack } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** What the lesson asked for, at hand while its work is judged; loaded once it is looked at. */
export const AssignmentFold = ({ lessonId }: { lessonId: number }) => {
  const [open, setOpen] = useState(false)
  const query = useQuery({ ...lessonQuery(lessonId), enabled: open })
  const assignment = query.data?.lesson.assignment
  return (
    <Box
      as="details"
      mb={4.5}
      ground="surface"
      round="s"
      className={classes.fold}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        Что нужно было сделать
      </summary>
      {/* nothing waits, nor moves, where nobody sees it */}
      {open && (
        <Stack gap={3}>
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
    </Box>
  )
}
