import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { cleanText } from '#web/drafts/clean-text.ts'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import { draftConflictWords, resolveConflict } from '#web/drafts/resolve-conflict.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import { ClosedDraft } from '#web/tasks/ClosedDraft.tsx'
import type { HandInFormProps } from '#web/tasks/HandInForm.tsx'
import { handInFields } from '#web/tasks/hand-in-draft.ts'
import { isHandInUnanswered } from '#web/tasks/kept-hand-in.ts'
import classes from '#web/tasks/LessonWork.module.css'
import { writtenDraft } from '#web/tasks/open-work.ts'
import { useDraft, type WorkDraft } from '#web/tasks/use-draft.ts'
import { Card } from '#web/ui/Card.tsx'
import { mayKeepUploads } from '#web/uploads/uploads-flag.ts'

/** The editor and the uploads, which are heavy, come once somebody wants to write. */
const HandInForm = latePart<HandInFormProps>(
  () => import('#web/tasks/HandInForm.tsx'),
  () => <Skeleton height={420} radius="md" />,
)

export interface WrittenWorkProps {
  task: Task
  userId: number
  /** How many times somebody asked to write. */
  turn: number
}

/** A work with the keeper of its draft: what the device has of it, and its editor. */
const WrittenWork = (props: WrittenWorkProps) => {
  const opened = useDraft(props.task, props.userId)
  if (!opened) return <Skeleton height={132} radius="lg" />
  return <OpenedWork {...props} {...opened} />
}

export default WrittenWork

const OpenedWork = ({ task, userId, turn, draft, state }: WrittenWorkProps & WorkDraft) => {
  // what has not reached the server yet must be seen at once
  const [urgent] = useState(
    () => state.phase !== 'saved' || isHandInUnanswered(task, userId) || mayKeepUploads() || location.hash === '#work',
  )
  // leaving the page does not wait for the pause in typing
  useEffect(() => () => void draft.flush().catch(() => {}), [draft])
  useEffect(() => {
    writtenDraft.set({ taskId: task.id, state })
    return () => writtenDraft.set(null)
  }, [task.id, state])
  useUnkept(state)

  // what stood on the device was cleaned by nobody
  if (turn === 0 && !urgent)
    return <ClosedDraft taskId={task.id} value={{ ...state.value, content: cleanText(state.value.content) }} />
  if (state.theirs)
    return (
      <DraftConflict
        words={draftConflictWords(state.theirs.saved_at)}
        differences={differencesOf(handInFields, state.value, state.theirs.value)}
        onChoose={(whose) => resolveConflict(draft, whose)}
      />
    )
  return (
    <Card className={classes.editor}>
      <HandInForm task={task} userId={userId} draft={draft} state={state} turn={turn} />
    </Card>
  )
}
