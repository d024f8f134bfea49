import '#web/ui/input-styles.ts'
import { Checkbox } from '@mantine/core'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/tasks/LessonTaskCard.module.css'
import { latestAttempt, openRemarks } from '#web/tasks/task-steps.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** What the last verdict asks to fix, to be ticked off for oneself: the reviewer looks with their own eyes. */
export const RemarksToFix = ({ task, userId }: { task: Task; userId: number }) => {
  const remarks = openRemarks(task)
  const [ticked, setTicked] = useDeviceDraft<number[]>(
    `fixed:${userId}:${task.id}:${latestAttempt(task)?.number ?? 0}`,
    [],
  )
  return (
    <ul className={classes.remarks} aria-label="Что исправить">
      {remarks.map(({ text }, index) => {
        const done = ticked.includes(index)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the remarks of a verdict never change
          <li key={index}>
            <Checkbox
              label={text}
              checked={done}
              onChange={() => setTicked(done ? ticked.filter((other) => other !== index) : [...ticked, index])}
              classNames={{ labelWrapper: classes.remark as string }}
            />
          </li>
        )
      })}
    </ul>
  )
}
