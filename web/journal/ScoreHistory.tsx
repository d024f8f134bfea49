import { Center, Stack, Text } from '#web/ui/layout.tsx'
import '@mantine/core/styles/Popover.layer.css'
import { Popover, Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { CellActs } from '#web/journal/CellActs.tsx'
import { useGrading } from '#web/journal/grading.ts'
import classes from '#web/journal/JournalTable.module.css'
import { scoresQuery } from '#web/journal/journal.queries.ts'
import { cardName } from '#web/journal/ScoreCell.tsx'
import { ScoreForm } from '#web/journal/ScoreForm.tsx'
import { cellDraftKey } from '#web/journal/use-cell-text.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'

/**
 * Who changed the score of a task by hand, when and why, the next change, and the other acts of a cell; mounted open.
 * A column without a hand-in has no such history.
 */
export const ScoreHistory = ({
  student,
  assignment,
  cell,
  limit,
  onKeep,
  onSame,
  onComment,
  onClose,
}: {
  student: { id: number }
  assignment: JournalAssignment
  cell: JournalCell
  limit: number
  /** Left out where there is nothing to score. */
  onKeep?: (score: number | null, reason: string, before: number | null) => void
  /** Called when the score of the cell was chosen again. */
  onSame: () => void
  /** Keeps what the student reads beside the score: see `CellActs`. */
  onComment: (comment: string, before: string) => Promise<boolean>
  onClose: () => void
}) => {
  const { textOf } = useGrading()
  const actor = useActor()
  const isColumn = assignment.held_on !== null
  const query = useQuery({ ...scoresQuery(cell.task_id ?? 0), enabled: cell.task_id !== null })
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
      // on a low screen there is no room above or below its cell: it covers that rather than be cut
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    >
      <Popover.Target>
        <Center as="span" pad={0} tone="quiet" className={classes.history}>
          <IconHistory size={16} stroke={1.75} aria-hidden="true" />
        </Center>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={cardName(assignment)}
        className={classes.changes}
        tabIndex={-1}
        {...(onKeep ? {} : { 'data-autofocus': true })}
        // the table moves by these keys
        onKeyDown={(event) => event.stopPropagation()}
      >
        <Text as="h2" size={5} mb={1.5}>
          {isColumn ? 'Оценка' : 'История оценки'}
        </Text>
        {!isColumn && cell.task_id === null && <Text tone="quiet">Оценки ещё не было.</Text>}
        {cell.task_id !== null && (
          <ListState
            query={query}
            skeleton={<Skeleton height={44} />}
            isEmpty={({ changes }) => changes.length === 0}
            empty={<Text tone="quiet">Вручную оценку не меняли.</Text>}
          >
            {({ changes }) => (
              <Stack as="ol" gap={2} size={3} tone="soft" plain className={classes.list}>
                {changes.map(({ user, from, to, reason, created_at }) => (
                  <li key={created_at}>
                    <Text as="b" tone="ink" weight="strong">
                      {fullName(user)}: {textOf(from, assignment.max_score)} → {textOf(to, assignment.max_score)}
                    </Text>
                    , <time dateTime={created_at}>{formatMoment(created_at)}</time>
                    {reason && <Text tone="quiet">{reason}</Text>}
                  </li>
                ))}
              </Stack>
            )}
          </ListState>
        )}
        {onKeep && (
          <ScoreForm
            draftKey={cellDraftKey(actor, assignment, student, 'reason')}
            score={cell.score}
            max={assignment.max_score}
            limit={limit}
            asksReason={!isColumn}
            onSame={onSame}
            onKeep={(...kept) => {
              onClose()
              onKeep(...kept)
            }}
          />
        )}
        <CellActs student={student} assignment={assignment} cell={cell} onComment={onComment} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
