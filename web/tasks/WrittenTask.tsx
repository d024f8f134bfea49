import { Skeleton } from '@mantine/core'
import { useEffect } from 'react'
import { latePart } from '#web/app/late.tsx'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import { draftConflictTexts, resolveConflict } from '#web/drafts/resolve-conflict.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import type { HandInFormProps } from '#web/tasks/HandInForm.tsx'
import { handInFields } from '#web/tasks/hand-in-draft.ts'
import { type TaskDraft, useWrittenDraft } from '#web/tasks/use-draft.ts'
import { noteWritten, type WrittenTaskProps } from '#web/tasks/written-tasks.ts'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/layout.tsx'

const Waiting = () => <Skeleton height={420} radius="md" />

/** The editor and the uploads are heavy: the draft is looked for beside them. */
const loadForm = () => import('#web/tasks/HandInForm.tsx')
const HandInForm = latePart<HandInFormProps>(loadForm, Waiting)

/** The editor of a task with the keeper of its draft. */
const WrittenTask = (props: WrittenTaskProps) => {
  const { id } = props.task
  useEffect(() => {
    noteWritten(id)
    void loadForm().catch(() => {})
  }, [id])
  const opened = useWrittenDraft(props.task, props.userId)
  if (!opened) return <Waiting />
  return <OpenedTask {...props} {...opened} />
}

export default WrittenTask

const OpenedTask = ({ task, userId, draft, state }: WrittenTaskProps & TaskDraft) => {
  useUnkept(state)
  if (state.theirs)
    return (
      <DraftConflict
        texts={draftConflictTexts(state.theirs.saved_at)}
        differences={differencesOf(handInFields, state.value, state.theirs.value)}
        onChoose={(whose) => resolveConflict(draft, whose)}
      />
    )
  return (
    <Stack as={Card} gap={3}>
      <HandInForm task={task} userId={userId} draft={draft} state={state} />
    </Stack>
  )
}
