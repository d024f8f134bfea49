import { useEffect } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { RichTextEditor } from '#web/editor/RichTextEditor.tsx'
import { FilesField } from '#web/files/FilesField.tsx'
import { HandInBar } from '#web/tasks/HandInBar.tsx'
import classes from '#web/tasks/LessonWork.module.css'
import { nextAttempt } from '#web/tasks/task-steps.ts'
import type { WorkDraft } from '#web/tasks/use-draft.ts'
import { textTarget, useHandIn } from '#web/tasks/use-hand-in.ts'

export interface HandInFormProps extends WorkDraft {
  task: Task
  userId: number
  /** How many times somebody asked to write. */
  turn: number
}

/** What the files of a work are uploaded for. */
const targetOf = (task: Task) => `task:${task.id}`

/** The fields of a hand-in, and what becomes of it. */
const HandInForm = ({ task, userId, draft, state, turn }: HandInFormProps) => {
  const handIn = useHandIn(task, userId, draft, targetOf(task))
  const { content, files } = state.value
  return (
    <>
      {/* what is typed while the work goes off would belong to nothing */}
      <div className={classes.fields} inert={handIn.stage === 'sending'}>
        <RichTextEditor
          use="answer"
          uploads={textTarget(targetOf(task))}
          label={`Ответ, попытка ${nextAttempt(task)}`}
          placeholder="Опишите, что и как вы сделали. Ссылки на макеты и код тоже сюда"
          value={content}
          onChange={(html) => draft.change({ ...draft.get().value, content: html })}
          minHeight={240}
        />
        <FilesField
          label="Файлы"
          target={targetOf(task)}
          value={files}
          onChange={(list) => draft.change({ ...draft.get().value, files: list })}
        />
      </div>
      {turn > 0 && <FocusField key={turn} />}
      <HandInBar state={state} draft={draft} handIn={handIn} />
    </>
  )
}

export default HandInForm

/** Puts the cursor in the field, once it is there, after somebody asked to write. */
const FocusField = () => {
  useEffect(() => {
    document.querySelector<HTMLElement>('#work [contenteditable="true"]')?.focus({ preventScroll: true })
  }, [])
  return null
}
