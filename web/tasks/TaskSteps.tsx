import { IconArrowBackUp, IconCheck, IconClock, type TablerIcon } from '@tabler/icons-react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/tasks/TaskSteps.module.css'
import { stepsOf, type TaskStep } from '#web/tasks/task-steps.ts'
import { Center, Row, Stack, Text } from '#web/ui/layout.tsx'
import { useNow } from '#web/ui/use-now.ts'

const icons: Partial<Record<TaskStep['kind'], TablerIcon>> = {
  done: IconCheck,
  accepted: IconCheck,
  fix: IconArrowBackUp,
  back: IconArrowBackUp,
  waiting: IconClock,
}

/** What waits for somebody, or has come to its end. */
const current: TaskStep['kind'][] = ['fix', 'waiting', 'accepted']

const Note = (props: { children: string }) => <Text as="small" tone="quiet" {...props} className={classes.note} />

/** The way of a task, step by step: sent, reviewed, what to fix, what comes next. */
export const TaskSteps = ({ task }: { task: Task }) => (
  <Stack as="ol" size={3} tight plain aria-label="Ход работы">
    {stepsOf(task, useNow()).map(({ kind, title, note, more }, index) => {
      const Icon = icons[kind]
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and only ever grow at the end
        <Row as="li" key={index} gap={3} align="start" className={classes.step}>
          <Center
            as="i"
            tone="quiet"
            ground="sunken"
            round="full"
            fixed
            className={classes.sign}
            data-kind={kind}
            aria-hidden="true"
          >
            {Icon && <Icon size={14} stroke={2.5} />}
          </Center>
          <Stack
            as="span"
            tone={kind === 'ahead' || kind === 'back' ? 'quiet' : undefined}
            weight={current.includes(kind) ? 'strong' : undefined}
            shrink
            anywhere
            className={classes.text}
          >
            {title}
            {note && <Note>{note}</Note>}
            {more && <Note>{more}</Note>}
          </Stack>
        </Row>
      )
    })}
  </Stack>
)
