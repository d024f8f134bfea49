import { useQueryClient } from '@tanstack/react-query'
import { leaseTime } from '#contract/reviews/reviews.schema.ts'
import type { TaskRow } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import classes from '#web/reviews/Queue.module.css'
import { taskQuery } from '#web/tasks/tasks.queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { formatAge } from '#web/ui/dates.ts'

const day = 86_400_000

const heatOf = ({ status, submitted_at }: TaskRow) => {
  if (status.slug !== 'submitted' || !submitted_at) return undefined
  const days = (Date.now() - new Date(submitted_at).getTime()) / day
  return days >= 5 ? 'hot' : days >= 2 ? 'warm' : undefined
}

/** A work in the queue: whose, which, how long it has waited, and who has it now. */
export const QueueItem = ({
  row,
  href,
  isOpen,
  userId,
}: {
  row: TaskRow
  href: string
  isOpen: boolean
  userId: number
}) => {
  const client = useQueryClient()
  const [first, ...others] = row.students
  const lease = row.lease && row.lease.user.id !== userId ? row.lease : null
  const prefetch = () => void client.prefetchQuery(taskQuery(row.id))
  return (
    <li>
      <a
        href={href}
        className={classes.item}
        aria-current={isOpen ? 'true' : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
      >
        {first && <Avatar person={first} />}
        <span className={classes.words}>
          <span className={classes.line}>
            <b>{others.length ? row.students.map(({ name }) => name).join(', ') : first && fullName(first)}</b>
            {row.submitted_at && (
              <span className={classes.age} data-heat={heatOf(row)}>
                {formatAge(row.submitted_at)}
              </span>
            )}
          </span>
          <span className={classes.about}>
            {lease && (
              <span className={classes.lease}>
                Проверяет {lease.user.name}, {leaseMinutes(lease.expires_at)} мин
              </span>
            )}
            {lease && ' · '}
            {row.lesson.name}
            {!lease && row.attempt !== null && ` · попытка ${row.attempt}`}
          </span>
        </span>
      </a>
    </li>
  )
}

/** Since when somebody has been at it, by their last sign of life. */
const leaseMinutes = (expiresAt: string) =>
  Math.max(1, Math.round((leaseTime - (new Date(expiresAt).getTime() - Date.now())) / 60_000))
