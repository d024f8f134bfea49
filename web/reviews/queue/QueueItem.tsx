import { IconClockPlus, IconClockX, IconMessageQuestion, IconUserCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, memo, useRef } from 'react'
import { dayMs, minuteMs } from '#contract/durations.ts'
import type { PageAddress } from '#contract/pages.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { Link } from '#web/app/Link.tsx'
import { verdictTexts } from '#web/outbox/outbox-texts.ts'
import { mayLoad } from '#web/reviews/may-load.ts'
import classes from '#web/reviews/queue/QueueItem.module.css'
import { useSentVerdict } from '#web/reviews/verdict/sent-verdicts.ts'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatAge, formatDay } from '#web/ui/dates.ts'
import { Row, Text } from '#web/ui/layout.tsx'

const heatOf = ({ status, submitted_at }: TaskRow) => {
  if (status.slug !== 'submitted' || !submitted_at) return 'quiet'
  const days = (Date.now() - new Date(submitted_at).getTime()) / dayMs
  return days >= 5 ? 'bad' : days >= 2 ? 'warn' : 'quiet'
}

/** Whose task it is: one student by the full name, a team by the first ones. */
export const nameOf = ({ students: [first, ...others] }: Pick<TaskRow, 'students'>) =>
  first
    ? others.length
      ? [first, ...others].map(({ name }) => name).join(', ')
      : fullName(first)
    : `Без ${called('студента')}`

interface QueueItemProps {
  row: TaskRow
  href: PageAddress
  isOpen: boolean
  userId: number
  selected: boolean
  onSelect: (row: TaskRow, range: boolean) => void
  /** Rises with time: the row is drawn again for its age. */
  minute: number
}

/** A task in the queue: whose, which, how long it has waited, who has it now, and what it asks for. */
export const QueueItem = memo(({ row, href, isOpen, userId, selected, onSelect }: QueueItemProps) => {
  const client = useQueryClient()
  const shift = useRef(false)
  const [first] = row.students
  const lease = row.lease && row.lease.user.id !== userId ? row.lease : null
  const prefetch = () => {
    if (mayLoad(row.id)) void client.prefetchQuery(taskQuery(row.id))
  }
  return (
    <li className={classes.row} data-selected={selected || undefined}>
      <Row
        as={Link}
        gap={3}
        align="start"
        hover="sunken"
        chosen={isOpen}
        to={href}
        className={classes.item}
        data-task={row.id}
        aria-current={isOpen ? 'true' : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        <Text as="span" fixed className={classes.face}>
          {first && <Avatar person={first} />}
        </Text>
        <Text as="span" grow>
          <Row as="span" gap={0} gapX={2.5} wrap align="baseline" justify="between">
            <Text as="b" weight="strong" tight className={classes.name}>
              {nameOf(row)}
            </Text>
            {row.submitted_at && (
              <Text as="span" size={1} tone={heatOf(row)} weight="medium" fixed>
                {formatAge(row.submitted_at)}
              </Text>
            )}
          </Row>
          <Text as="span" size={2} tone="quiet" tight block clip>
            {lease && (
              <Text as="span" tone="brand">
                Проверяет {lease.user.name}, {leaseMinutes(lease.since)} мин
              </Text>
            )}
            {lease && ' · '}
            {row.lesson.name}
            {!lease && row.attempt !== null && ` · попытка ${row.attempt}`}
          </Text>
          <Badges row={row} userId={userId} />
        </Text>
      </Row>
      <input
        type="checkbox"
        className={classes.check}
        aria-label={`Выбрать: ${nameOf(row)}, ${row.lesson.name}`}
        checked={selected}
        onClick={(event) => {
          shift.current = event.shiftKey
        }}
        onChange={() => onSelect(row, shift.current)}
      />
    </li>
  )
})

const Badges = ({ row, userId }: { row: TaskRow; userId: number }) => {
  const sent = useSentVerdict(row.id)
  const isLate = row.due_at !== null && row.submitted_at !== null && row.submitted_at > row.due_at
  const { reviewer, question_at, extension_asked } = row
  if (!sent && !isLate && !reviewer && !question_at && !extension_asked) return null
  return (
    <Row as="span" gap={0.5} gapX={2.5} wrap align="stretch" mt={0.5} size={1} tone="quiet">
      {sent && (
        <Badge tone={sent.phase === 'refused' ? 'bad' : 'brand'}>
          {sent.phase === 'refused' ? verdictTexts.refused : 'Решение отправляется'}
        </Badge>
      )}
      {extension_asked && (
        <Badge tone="brand">
          <IconClockPlus size={14} stroke={1.75} aria-hidden="true" />
          Просит до {formatDay(extension_asked).slice(0, 5)}
        </Badge>
      )}
      {question_at && (
        <Badge tone="brand">
          <IconMessageQuestion size={14} stroke={1.75} aria-hidden="true" />
          Вопрос, {formatAge(question_at)}
        </Badge>
      )}
      {isLate && (
        <Badge tone="warn">
          <IconClockX size={14} stroke={1.75} aria-hidden="true" />
          После срока
        </Badge>
      )}
      {reviewer && (
        <Badge data-tip={`Дана: ${fullName(reviewer)}`}>
          <IconUserCheck size={14} stroke={1.75} aria-hidden="true" />
          {reviewer.id === userId ? 'Вам' : reviewer.name}
        </Badge>
      )}
    </Row>
  )
}

const Badge = (props: ComponentProps<typeof Row<'span'>>) => <Row as="span" gap={1} inline {...props} />

const leaseMinutes = (since: string) => Math.max(1, Math.round((Date.now() - new Date(since).getTime()) / minuteMs))
