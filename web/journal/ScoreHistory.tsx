import '@mantine/core/styles/Popover.layer.css'
import { Popover, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { scoreWords } from '#contract/journal/score-words.ts'
import { fullName } from '#contract/users/names.ts'
import classes from '#web/journal/JournalTable.module.css'
import { scoresQuery } from '#web/journal/journal.queries.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'

/** Who changed the score of a work by hand, and when; mounted open. */
export const ScoreHistory = ({ taskId, onClose }: { taskId: number; onClose: () => void }) => {
  const query = useQuery(scoresQuery(taskId))
  return (
    <Popover
      opened
      onClose={onClose}
      onChange={(opened) => !opened && onClose()}
      width={300}
      trapFocus
      withRoles={false}
      withArrow
      shadow="md"
    >
      <Popover.Target>
        <span className={classes.history}>
          <IconHistory size={16} stroke={1.75} aria-hidden="true" />
        </span>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label="История оценки"
        className={classes.changes}
        tabIndex={-1}
        data-autofocus
        // the table moves by these keys
        onKeyDown={(event) => event.stopPropagation()}
      >
        <h3>История оценки</h3>
        <ListState
          query={query}
          skeleton={<Skeleton height={44} />}
          isEmpty={({ changes }) => changes.length === 0}
          empty={<p>Вручную оценку не меняли.</p>}
        >
          {({ changes }) => (
            <ol>
              {changes.map(({ user, from, to, reason, created_at }) => (
                <li key={created_at}>
                  <b>
                    {fullName(user)}: {scoreWords(from)} → {scoreWords(to)}
                  </b>
                  , <time dateTime={created_at}>{formatMoment(created_at)}</time>
                  {reason && <p>{reason}</p>}
                </li>
              ))}
            </ol>
          )}
        </ListState>
      </Popover.Dropdown>
    </Popover>
  )
}
