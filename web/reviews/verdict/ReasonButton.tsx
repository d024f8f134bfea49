import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { lateDialog } from '#web/app/late.tsx'

const ReasonDialog = lateDialog(() => import('#web/reviews/verdict/ReasonDialog.tsx'))

/** A move of a task that asks for a reason. */
export interface ReasonedMove {
  task: Task
  move: 'reopen' | 'excuse'
  label: string
  icon?: ReactNode
  title: string
  text: string
  /** What is said when it is done. */
  done: string
}

/** Asks for the reason, then makes the move. */
export const ReasonButton = (props: ReasonedMove) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" color="gray" leftSection={props.icon} onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      {open && <ReasonDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
