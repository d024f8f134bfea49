import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { lateDialog } from '#web/app/late.tsx'
import { Row } from '#web/ui/layout.tsx'

const GiveDialog = lateDialog(() => import('#web/reviews/queue/GiveDialog.tsx'))

/** Who the task is assigned to, and how to assign it to somebody else. */
export const ReviewerLine = ({ task, userId }: { task: Task; userId: number }) => {
  const [open, setOpen] = useState(false)
  const { reviewer } = task
  const text = reviewer ? (reviewer.id === userId ? 'Дана вам' : `Дана: ${fullName(reviewer)}`) : 'Никому не дана'
  return (
    <Row gap={1} gapX={2.5} wrap justify="between" size={3} tone="soft">
      <span>{text}</span>
      <Button size="xs" variant="subtle" color="gray" onClick={() => setOpen(true)}>
        {reviewer ? 'Передать' : 'Дать преподавателю'}
      </Button>
      {open && <GiveDialog rows={[task]} onClose={() => setOpen(false)} onDone={() => {}} />}
    </Row>
  )
}
