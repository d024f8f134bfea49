import { IconChevronDown } from '@tabler/icons-react'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { RichText } from '#web/content/RichText.tsx'
import { FileList } from '#web/files/FileList.tsx'
import classes from '#web/tasks/LessonWork.module.css'
import { ReviewNote } from '#web/tasks/ReviewNote.tsx'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'

/** What was handed in and what was said about it, the latest first; each can be folded. */
export const AttemptHistory = ({ task }: { task: Task }) => {
  if (task.attempts.length === 0) return null
  const latest = latestAttempt(task)
  return (
    <div className={classes.block}>
      <h3>Отправленные попытки</h3>
      {task.attempts.toReversed().map((attempt) => (
        <details key={attempt.number} className={classes.attempt} open={attempt === latest}>
          <summary>
            <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
            <span>
              <b>Попытка {attempt.number}</b>
              <small>{formatMoment(attempt.submitted_at)}</small>
            </span>
            <small>{outcomeOf(attempt)}</small>
          </summary>
          <div className={classes.content}>
            <RichText html={attempt.content} className={classes.text as string} />
            <FileList files={attempt.files} />
            {attempt.review && <ReviewNote review={attempt.review} />}
          </div>
        </details>
      ))}
    </div>
  )
}

const outcomeOf = ({ withdrawn_at, review }: Attempt) => {
  if (withdrawn_at !== null) return 'забрали обратно'
  if (!review) return 'ждёт ответа'
  return review.verdict === 'accepted' ? 'принята' : 'возвращена на доработку'
}
