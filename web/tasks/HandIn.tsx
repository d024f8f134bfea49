import { Button, Skeleton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { latePart } from '#web/app/late.tsx'
import { RichText } from '#web/content/RichText.tsx'
import { cleanText } from '#web/drafts/clean-text.ts'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import { draftConflictWords, resolveConflict } from '#web/drafts/resolve-conflict.ts'
import { useUnkept } from '#web/drafts/use-unkept.ts'
import { plainName } from '#web/files/file-names.ts'
import type { HandInFormProps } from '#web/tasks/HandInForm.tsx'
import { type HandInValue, handInFields, isEmptyHandIn } from '#web/tasks/hand-in-draft.ts'
import classes from '#web/tasks/LessonWork.module.css'
import { openWork, useOpenTurn } from '#web/tasks/open-work.ts'
import { useDraft, type WorkDraft } from '#web/tasks/use-draft.ts'
import { isHandInUnanswered } from '#web/tasks/use-hand-in.ts'
import { Card } from '#web/ui/Card.tsx'
import { mayKeepUploads } from '#web/uploads/uploads-flag.ts'

/** The editor and the uploads, which are heavy, come once somebody wants to write. */
const HandInForm = latePart<HandInFormProps>(
  () => import('#web/tasks/HandInForm.tsx'),
  () => <Skeleton height={420} radius="md" />,
)

/** Writing a work and handing it in. */
export const HandIn = ({ task, userId }: { task: Task; userId: number }) => {
  const opened = useDraft(task, userId)
  if (!opened) return <Skeleton height={132} radius="lg" />
  return <OpenedHandIn task={task} userId={userId} {...opened} />
}

const OpenedHandIn = ({ task, userId, draft, state }: { task: Task; userId: number } & WorkDraft) => {
  const turn = useOpenTurn(task.id)
  // what has not reached the server yet must be seen at once
  const [urgent] = useState(
    () => state.phase !== 'saved' || isHandInUnanswered(task, userId) || mayKeepUploads() || location.hash === '#work',
  )
  // leaving the page does not wait for the pause in typing
  useEffect(() => () => void draft.flush().catch(() => {}), [draft])
  useUnkept(state)

  if (turn === 0 && !urgent) return <ClosedDraft taskId={task.id} value={state.value} />
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

const ClosedDraft = ({ taskId, value }: { taskId: number; value: HandInValue }) => (
  <Card>
    {!isEmptyRichText(value.content) && (
      <div className={classes.preview}>
        <RichText html={cleanText(value.content)} className={classes.text as string} />
      </div>
    )}
    {value.files.length > 0 && (
      <p className={classes.attached}>
        <IconPaperclip size={17} stroke={1.75} aria-hidden="true" />
        {value.files.map(({ name }) => plainName(name)).join(', ')}
      </p>
    )}
    {isEmptyHandIn(value) && <p className={classes.note}>Черновик пока пуст.</p>}
    <Button variant="default" mt="md" onClick={() => openWork(taskId)}>
      {isEmptyHandIn(value) ? 'Начать писать' : 'Продолжить писать'}
    </Button>
  </Card>
)
