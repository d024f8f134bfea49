import { Button } from '@mantine/core'
import { IconChecks, IconInbox } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { PageAddress, PageSearch } from '#contract/pages.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/reviews/ReviewDesk.module.css'
import type { TaskList } from '#web/tasks/tasks.queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Box } from '#web/ui/layout.tsx'

/** The middle of the desk while no task is open: where to begin. */
export const NothingOpen = ({
  list,
  next,
  isNarrowed,
  isAsking,
  hrefWith,
}: {
  list: UseQueryResult<TaskList>
  next: TaskRow | null
  /** Whether the queue shows only some of what waits for review. */
  isNarrowed: boolean
  /** Whether it lists what students ask for, which may not be to be reviewed. */
  isAsking: boolean
  hrefWith: (changes: PageSearch<'tasks.index'>) => PageAddress
}) => {
  if (!list.data) return <Box pad={0} padX={5} shrink className={classes.nothing} />
  const isEmpty = list.data.tasks.length === 0
  return (
    <Box pad={0} padX={5} shrink className={classes.nothing} data-done={(isEmpty && !isNarrowed) || undefined}>
      {next ? (
        <EmptyState
          icon={IconInbox}
          title="Выберите работу"
          text={`Дольше всех ответа ждёт ${next.students[0] ? fullName(next.students[0]) : 'эта работа'}.`}
          action={
            <Button component={Link} to={hrefWith({ task: String(next.id) })}>
              {isAsking ? 'Открыть' : 'Начать проверку'}
            </Button>
          }
        />
      ) : isEmpty ? (
        // what was looked for and not found is said in the queue
        !isNarrowed && (
          <EmptyState
            icon={IconChecks}
            title="Всё проверено"
            text="Новые работы появятся в очереди, как только их отправят."
          />
        )
      ) : (
        <EmptyState icon={IconInbox} title="Выберите работу" text="Откройте любую работу из списка." />
      )}
    </Box>
  )
}
