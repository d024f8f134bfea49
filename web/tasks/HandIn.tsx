import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { latePart } from '#web/app/late.tsx'
import { ClosedDraft } from '#web/tasks/ClosedDraft.tsx'
import { mayBeUnsent } from '#web/tasks/may-be-unsent.ts'
import { isWritten, type KeptDraftProps } from '#web/tasks/written-tasks.ts'

const Waiting = () => <Skeleton height={132} radius="lg" />

/** The keeping of drafts comes once somebody wants to write, or has written what the server may not have. */
const KeptDraft = latePart<KeptDraftProps>(() => import('#web/tasks/KeptDraft.tsx'), Waiting)

/** The text written so far, below the lesson, with the button to continue. */
export const HandIn = (props: KeptDraftProps) => {
  const { task, readOnly = false } = props
  const [kept] = useState(() => isWritten(task.id) || mayBeUnsent())
  if (!task.draft) return null
  if (kept) return <KeptDraft {...props} />
  return (
    <ClosedDraft lessonId={task.lesson.id} value={{ ...task.draft, link: task.draft.link ?? '' }} readOnly={readOnly} />
  )
}
