import { IconArrowBackUp, IconCheck, IconClock, type TablerIcon } from '@tabler/icons-react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/tasks/TaskSteps.module.css'
import { stepsOf, type TaskStep } from '#web/tasks/task-steps.ts'
import { Stack } from '#web/ui/layout.tsx'
import { useNow } from '#web/ui/use-now.ts'

const icons: Partial<Record<TaskStep['kind'], TablerIcon>> = {
  done: IconCheck,
  accepted: IconCheck,
  fix: IconArrowBackUp,
  back: IconArrowBackUp,
  waiting: IconClock,
}

/** The way of a task, step by step: sent, reviewed, what to fix, what comes next. */
export const TaskSteps = ({ task }: { task: Task }) => (
  <Stack as="ol" size={3} tight plain className={classes.steps} aria-label="Ход работы">
    {stepsOf(task, useNow()).map(({ kind, title, note, more }, index) => {
      const Icon = icons[kind]
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and only ever grow at the end
        <li key={index} data-kind={kind}>
          <i aria-hidden="true">{Icon && <Icon size={14} stroke={2.5} />}</i>
          <span>
            {title}
            {note && <small>{note}</small>}
            {more && <small>{more}</small>}
          </span>
        </li>
      )
    })}
  </Stack>
)
