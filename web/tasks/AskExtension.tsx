import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { askForTime, asking } from '#web/tasks/ask-for-time.ts'
import classes from '#web/tasks/Extension.module.css'
import type { ExtensionFormProps } from '#web/tasks/ExtensionForm.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { useStore } from '#web/ui/store.ts'

const ExtensionForm = latePart<ExtensionFormProps>(
  () => import('#web/tasks/ExtensionForm.tsx'),
  () => <Skeleton height={200} />,
)

/** Asks for more time: a button that opens a little form, and what was asked for already. */
export const AskExtension = ({ task, userId }: { task: Task; userId: number }) => {
  const open = useStore(asking) === task.id
  // leaving the page closes the form
  useEffect(() => () => asking.set(null), [])
  const button = useRef<HTMLButtonElement>(null)
  const done = () => {
    asking.set(null)
    focusWhenDrawn(() => button.current)
  }
  if (open) return <ExtensionForm task={task} userId={userId} onDone={done} />
  return (
    <Stack gap={1.5} align="start" className={classes.ask}>
      {task.extension_asked && (
        <Text size={3} tone="soft" className={classes.asked} role="status">
          Вы попросили время до {formatMoment(task.extension_asked)}. Преподаватель ответит в обсуждении.
        </Text>
      )}
      <Box unprinted>
        <Button ref={button} variant="subtle" size="compact-sm" onClick={() => askForTime(task.id)}>
          {task.extension_asked ? 'Изменить просьбу' : 'Попросить продлить'}
        </Button>
      </Box>
    </Stack>
  )
}
