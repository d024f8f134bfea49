import { VisuallyHidden } from '@mantine/core'
import { IconClockExclamation, IconHistory, IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { JournalAssignment, JournalCell } from '#contract/journal/journal.schema.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { absentMark, scoreText } from '#contract/journal/score-text.ts'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { useGrading } from '#web/journal/grading.ts'
import classes from '#web/journal/JournalTable.module.css'
import { canScore, isMissing, overdueBadge } from '#web/journal/journal-filter.ts'
import { formatDay, formatMoment } from '#web/ui/dates.ts'
import { Center, Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** The task of a cell on the desk, whatever its state. */
export const deskAddress = (taskId: number) => pathTo('tasks.index', {}, { task: taskId, status: 'all' })

/** What the card of a cell is about. */
export const cardName = ({ held_on }: JournalAssignment) =>
  held_on === null ? 'Оценка, срок и история' : 'Оценка и комментарий'

const State = ({
  cell: { status, task_id, score, overdue, absent },
  handedIn,
}: {
  cell: JournalCell
  /** Whether there is something to hand in here. */
  handedIn: boolean
}) => {
  if (status && task_id !== null)
    return (
      <Link to={deskAddress(task_id)} tabIndex={-1} data-tip="Открыть работу">
        <StatusBadge status={status} />
      </Link>
    )
  if (absent)
    return (
      <Text as="span" size={2} tone="quiet" weight="plain">
        Отсутствие
      </Text>
    )
  if (!handedIn) return null
  if (overdue) return <StatusBadge status={overdueBadge} />
  return (
    <Text as="span" size={2} tone="quiet" weight="plain">
      {score === null ? 'Не сдано' : 'Оценено без работы'}
    </Text>
  )
}

/** The score, and what is to be known of it: handed in late, changed by hand. */
const Marks = ({
  cell,
  assignment,
  lockedBy,
  history,
}: {
  cell: JournalCell
  assignment: JournalAssignment
  lockedBy: JournalPeriod | undefined
  history: ReactNode
}) => {
  const { grading, textOf } = useGrading()
  return (
    <>
      {canScore(cell, assignment) && (
        <Text
          as={(lockedBy ? 'span' : 'button') as 'button'}
          {...(lockedBy
            ? { className: classes.points }
            : { type: 'button', tabIndex: -1, 'data-act': 'edit', className: classes.score })}
          pad={0}
          size={4}
          digits
        >
          <VisuallyHidden>Оценка </VisuallyHidden>
          {cell.score === null && !cell.absent && (
            <Text as="span" size={2} tone="quiet" weight="plain">
              —
            </Text>
          )}
          {cell.score === null && cell.absent && absentMark}
          {cell.score !== null && textOf(cell.score, assignment.max_score)}
          {grading.scale === 'points' && assignment.max_score !== null && !(cell.absent && cell.score === null) && (
            <Text as="small" size={2} tone="quiet" weight="plain">
              /{scoreText(assignment.max_score)}
            </Text>
          )}
          {cell.score !== null && cell.absent && ` ${absentMark}`}
        </Text>
      )}
      {cell.comment && (
        <Text as="span" tone="quiet" data-tip={cell.comment}>
          <IconMessage size={16} stroke={1.75} aria-hidden="true" />
          <VisuallyHidden>Комментарий: {cell.comment}</VisuallyHidden>
        </Text>
      )}
      {cell.overdue && !isMissing(cell) && (
        <Text as="span" tone="bad" data-tip="Сдано позже срока">
          <IconClockExclamation size={16} stroke={2} aria-hidden="true" />
          <VisuallyHidden>Сдано позже срока</VisuallyHidden>
        </Text>
      )}
      {history ??
        ((cell.changes > 0 || (!lockedBy && canScore(cell, assignment))) && (
          <Center
            as="button"
            type="button"
            tabIndex={-1}
            data-act="history"
            data-quiet={cell.changes === 0 || undefined}
            pad={0}
            tone="quiet"
            round="s"
            hover="sunken"
            className={classes.history}
            aria-label={cardName(assignment)}
            data-tip={cardName(assignment)}
          >
            <IconHistory size={16} stroke={1.75} aria-hidden="true" />
          </Center>
        ))}
    </>
  )
}

const titleOf = ({ submitted_at, due_at }: JournalCell, lockedBy: JournalPeriod | undefined) =>
  [
    submitted_at && `Сдано ${formatMoment(submitted_at)}`,
    due_at && `Срок ${formatDay(due_at)}`,
    lockedBy && `${lockedBy.name}: оценки закрыты`,
  ]
    .filter(Boolean)
    .join(' · ')

/** A student's state in an assignment; `open` takes the place of the score while it is edited or explained. */
export const ScoreCell = ({
  cell,
  assignment,
  place,
  column,
  focusable,
  marked,
  lockedBy,
  editor,
  history,
}: {
  cell: JournalCell
  assignment: JournalAssignment
  /** Row and column, for the keys of the table. */
  place: string
  /** The place of its column. */
  column: number
  focusable: boolean
  /** One of those that are looked for. */
  marked: boolean
  /** The closed period that it counts in: its scores stay as they are. */
  lockedBy: JournalPeriod | undefined
  editor: ReactNode
  history: ReactNode
}) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid may be read-only
  <td
    data-place={place}
    aria-colindex={column + 1}
    aria-readonly={lockedBy !== undefined || undefined}
    tabIndex={focusable ? 0 : -1}
    data-excused={cell.status?.slug === 'excused' || undefined}
    data-overdue={(cell.overdue && isMissing(cell)) || undefined}
    data-marked={marked || undefined}
    data-tip={titleOf(cell, lockedBy) || undefined}
  >
    <Stack gap={1} align="start" className={classes.cell}>
      <State cell={cell} handedIn={assignment.held_on === null} />
      <Row gap={2} className={classes.marks}>
        {editor ?? <Marks cell={cell} assignment={assignment} lockedBy={lockedBy} history={history} />}
      </Row>
    </Stack>
  </td>
)
