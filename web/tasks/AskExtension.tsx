import { Button, Skeleton } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import classes from '#web/tasks/Extension.module.css'
import type { ExtensionFormProps } from '#web/tasks/ExtensionForm.tsx'
import { formatInWords } from '#web/ui/durations.ts'

const ExtensionForm = latePart<ExtensionFormProps>(
  () => import('#web/tasks/ExtensionForm.tsx'),
  () => <Skeleton height={200} />,
)

/** Asks for more time: a button that opens a little form, and what was asked for already. */
export const AskExtension = ({ task, userId }: { task: Task; userId: number }) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const done = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (open) return <ExtensionForm task={task} userId={userId} onDone={done} />
  return (
    <div className={classes.ask}>
      {task.extension_asked && (
        <p className={classes.asked} role="status">
          Вы попросили время до {formatInWords(task.extension_asked)}. Преподаватель ответит в обсуждении.
        </p>
      )}
      <Button ref={button} variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {task.extension_asked ? 'Изменить просьбу' : 'Попросить продлить'}
      </Button>
    </div>
  )
}
