import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { ClosedDraft } from '#web/tasks/ClosedDraft.tsx'
import { mayBeUnsent } from '#web/tasks/kept-hand-in.ts'
import { useOpenTurn } from '#web/tasks/open-work.ts'
import type { WrittenWorkProps } from '#web/tasks/WrittenWork.tsx'

/** The keeping of drafts comes once somebody wants to write, or has written what the server may not have. */
const WrittenWork = latePart<WrittenWorkProps>(
  () => import('#web/tasks/WrittenWork.tsx'),
  () => <Skeleton height={132} radius="lg" />,
)

/** Whether a work was written on in this page: its keeper may know more than the device. */
let begun = false

/** Writing a work and handing it in. */
export const HandIn = ({ task, userId }: { task: Task; userId: number }) => {
  const turn = useOpenTurn(task.id)
  const [unsent] = useState(() => mayBeUnsent(task, userId) || location.hash === '#work')
  useEffect(() => {
    if (turn === 0) return
    begun = true
    // on its way already while the draft is looked for
    void import('#web/tasks/HandInForm.tsx').catch(() => {})
  }, [turn])
  if (!task.draft) return null
  if (unsent || begun || turn > 0) return <WrittenWork task={task} userId={userId} turn={turn} />
  return <ClosedDraft taskId={task.id} value={{ ...task.draft, link: task.draft.link ?? '' }} />
}
