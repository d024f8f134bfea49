import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { pathTo } from '#contract/pages.ts'
import type { Review } from '#contract/reviews/reviews.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import classes from '#web/tasks/ReviewNote.module.css'
import { formatScore } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** A verdict: who said what about an attempt, and when. */
export const ReviewNote = ({ review }: { review: Review }) => (
  <article className={classes.note} data-verdict={review.verdict} aria-label="Ответ на попытку">
    <div className={classes.top}>
      <PersonChip
        person={review.user}
        href={pathTo('users.show', { id: review.user.id })}
        note={formatMoment(review.created_at)}
      />
      <span className={classes.outcome}>
        {review.score !== null && <b>{formatScore(review.score)}</b>}
        <StatusBadge status={taskStatuses[review.verdict]} />
      </span>
    </div>
    {review.comment && <p className={classes.comment}>{review.comment}</p>}
    {review.remarks.length > 0 && (
      <ul className={classes.remarks} aria-label="Замечания">
        {review.remarks.map(({ text, done }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the remarks of a verdict never change
          <li key={index} data-done={done || undefined}>
            {done ? (
              <IconCheck size={18} stroke={2} role="img" aria-label="Исправлено" />
            ) : (
              <IconCircleDashed size={18} stroke={1.75} role="img" aria-label="Нужно исправить" />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    )}
  </article>
)
