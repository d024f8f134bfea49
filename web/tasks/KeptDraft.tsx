import { Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { taskAddress } from '#contract/tasks/task-places.ts'
import { cleanText } from '#web/drafts/clean-text.ts'
import { ClosedDraft } from '#web/tasks/ClosedDraft.tsx'
import { useBegunHandIn } from '#web/tasks/kept-hand-in.ts'
import { textTarget, uploadTarget } from '#web/tasks/upload-targets.ts'
import { type TaskDraft, useWrittenDraft } from '#web/tasks/use-draft.ts'
import { isWritten, type KeptDraftProps } from '#web/tasks/written-tasks.ts'
import { useUploads } from '#web/uploads/uploads.ts'

/** A draft below its lesson, of which the device may know more than the server. */
const KeptDraft = (props: KeptDraftProps) => {
  const opened = useWrittenDraft(props.task, props.userId)
  if (!opened) return <Skeleton height={132} radius="lg" />
  return <OpenedDraft {...props} {...opened} />
}

export default KeptDraft

const OpenedDraft = ({ task, userId, readOnly = false, state }: KeptDraftProps & TaskDraft) => {
  const navigate = useNavigate()
  const target = uploadTarget(task.id)
  const uploads = useUploads(target).length + useUploads(textTarget(target)).length
  const begun = useBegunHandIn(task, userId)
  // what has not reached the server is seen at once, in its editor; not by who has just come from there
  const isUnsent = state.phase !== 'saved' || uploads > 0 || begun !== null
  const isUrgent = isUnsent && !readOnly && !isWritten(task.id)
  useEffect(() => {
    if (isUrgent) void navigate({ href: taskAddress(task.lesson.id), replace: true })
  }, [isUrgent, navigate, task.lesson.id])
  // what is on the device was never cleaned
  const value = { ...state.value, content: cleanText(state.value.content) }
  return <ClosedDraft lessonId={task.lesson.id} value={value} readOnly={readOnly} />
}
