import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Attempt, Task } from '#contract/tasks/tasks.schema.ts'
import { RichText } from '#web/content/RichText.tsx'
import { FileList } from '#web/files/FileList.tsx'
import { AssignmentFold } from '#web/reviews/AssignmentFold.tsx'
import classes from '#web/reviews/WorkPane.module.css'
import { ReviewNote } from '#web/tasks/ReviewNote.tsx'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { formatAge, formatMoment } from '#web/ui/dates.ts'

/** Every hand-in of the work, the latest one first in sight. */
export const AttemptTabs = ({ task }: { task: Task }) => {
  const latest = latestAttempt(task)?.number
  const [chosen, setChosen] = useState<{ number: number; of: number | undefined } | null>(null)
  // a new attempt comes into sight by itself
  const number = chosen && chosen.of === latest ? chosen.number : (latest ?? task.attempts.at(-1)?.number)
  const attempt = task.attempts.find((other) => other.number === number)
  if (!attempt) return null
  return (
    <Tabs
      value={String(attempt.number)}
      onChange={(value) => setChosen({ number: Number(value), of: latest })}
      variant="none"
      keepMounted={false}
    >
      {task.attempts.length > 1 && (
        <Tabs.List className={classes.tabs} aria-label="Попытки">
          {task.attempts.map((other) => (
            <Tabs.Tab key={other.number} value={String(other.number)} className={classes.tab}>
              Попытка {other.number}
              {other.withdrawn_at !== null && <small>отозвана</small>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      )}
      <AssignmentFold lessonId={task.lesson.id} />
      {task.attempts.map((other) => (
        <Tabs.Panel key={other.number} value={String(other.number)}>
          <AttemptContent attempt={other} task={task} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const AttemptContent = ({ attempt, task }: { attempt: Attempt; task: Task }) => {
  const { number, submitted_at, withdrawn_at, content, files, review } = attempt
  if (withdrawn_at !== null) {
    return <p className={classes.meta}>Студент забрал эту попытку обратно {formatMoment(withdrawn_at)}.</p>
  }
  const late = task.due_at !== null && new Date(submitted_at) > new Date(task.due_at)
  const isLatest = attempt === latestAttempt(task)
  const waiting = task.status.slug === 'submitted' && isLatest
  return (
    <>
      <p className={classes.meta}>
        Попытка {number}, отправлена {formatMoment(submitted_at)}
        {waiting && `, ждёт ${formatAge(submitted_at)}`}
        {late && <span className={classes.late}>после срока</span>}
      </p>
      <RichText html={content} className={classes.text as string} />
      <FileList files={files} />
      {/* the verdict in force stands in the pane beside */}
      {review && !isLatest && <ReviewNote review={review} />}
    </>
  )
}
