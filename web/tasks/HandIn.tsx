import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { DraftConflict } from '#web/tasks/DraftConflict.tsx'
import { HandInBar } from '#web/tasks/HandInBar.tsx'
import classes from '#web/tasks/LessonWork.module.css'
import { openWork, useOpenTurn } from '#web/tasks/open-work.ts'
import { nextAttempt } from '#web/tasks/task-steps.ts'
import { useDraft } from '#web/tasks/use-draft.ts'
import { isHandInUnanswered } from '#web/tasks/use-hand-in.ts'
import { Card } from '#web/ui/Card.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const Editor = lazy(() =>
  import('#web/editor/RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })),
)

/** Writing a work and handing it in. The editor, which is heavy, comes once somebody wants to write. */
export const HandIn = ({ task, userId }: { task: Task; userId: number }) => {
  const [state, sync] = useDraft(task, userId)
  const turn = useOpenTurn(task.id)
  // what has not reached the server yet must be seen at once
  const [urgent] = useState(
    () => state.phase !== 'saved' || isHandInUnanswered(task, userId) || location.hash === '#work',
  )
  // leaving the page does not wait for the pause in typing
  useEffect(() => () => void sync.flush().catch(() => {}), [sync])

  if (turn === 0 && !urgent) return <ClosedDraft task={task} content={state.content} />
  if (state.theirs) return <DraftConflict mine={state.content} theirs={state.theirs} sync={sync} />
  return (
    <Card className={classes.editor}>
      <Suspense fallback={<SkeletonList count={1} height={320} />}>
        <Editor
          label={`Ответ, попытка ${nextAttempt(task)}`}
          placeholder="Опишите, что и как вы сделали. Ссылки на макеты и код тоже сюда"
          value={state.content}
          onChange={sync.change}
          minHeight={240}
        />
        {turn > 0 && <FocusField key={turn} />}
      </Suspense>
      <HandInBar task={task} userId={userId} state={state} sync={sync} />
    </Card>
  )
}

/** Puts the cursor in the field, once it is there, after somebody asked to write. */
const FocusField = () => {
  useEffect(() => {
    document.querySelector<HTMLElement>('#work [contenteditable="true"]')?.focus({ preventScroll: true })
  }, [])
  return null
}

const ClosedDraft = ({ task, content }: { task: Task; content: string }) => (
  <Card>
    {isEmptyRichText(content) ? (
      <p className={classes.note}>Черновик пока пуст.</p>
    ) : (
      <div className={classes.preview}>
        <RichText html={content} className={classes.text as string} />
      </div>
    )}
    <Button variant="default" mt="md" onClick={() => openWork(task.id)}>
      {isEmptyRichText(content) ? 'Начать писать' : 'Продолжить писать'}
    </Button>
  </Card>
)
