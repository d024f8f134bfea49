import { useEffect } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { RichTextEditor } from '#web/editor/RichTextEditor.tsx'
import { FilesField } from '#web/files/FilesField.tsx'
import { HandInBar } from '#web/tasks/HandInBar.tsx'
import { fileCheckOf, kindsIn, unwantedText } from '#web/tasks/hand-in-rules.ts'
import { LinkField } from '#web/tasks/LinkField.tsx'
import { useOpenTurn } from '#web/tasks/open-task.ts'
import { nextAttempt } from '#web/tasks/task-steps.ts'
import { textTarget, uploadTarget } from '#web/tasks/upload-targets.ts'
import type { TaskDraft } from '#web/tasks/use-draft.ts'
import { useHandIn } from '#web/tasks/use-hand-in.ts'
import { useLinkText } from '#web/tasks/use-link-text.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

export interface HandInFormProps extends TaskDraft {
  task: Task
  userId: number
}

/** The fields of a hand-in, those that its assignment takes, and the buttons for it. */
const HandInForm = ({ task, userId, draft, state }: HandInFormProps) => {
  const turn = useOpenTurn(task.lesson.id)
  const target = uploadTarget(task.id)
  const { kinds } = task.assignment
  const { content, files } = state.value
  const link = useLinkText(`link:${userId}:${task.id}`, state.value.link, (link) =>
    draft.change({ ...draft.get().value, link }),
  )
  const handIn = useHandIn(task, userId, draft, target, link.problem !== null)
  const unwanted = unwantedText(kinds, state.value)
  // what was begun before the assignment changed stays visible, to be removed by hand
  const shown = new Set([...kinds, ...kindsIn(state.value)])
  return (
    <>
      {/* what is typed while the task is being sent would belong to nothing */}
      <Stack gap={4.5} inert={handIn.stage === 'sending'}>
        {unwanted.map((sentence) => (
          <Text key={sentence} pad={2.5} padX={4} size={4} tone="ink" ground="warn" round="s" role="note">
            {sentence}
          </Text>
        ))}
        {shown.has('text') && (
          <RichTextEditor
            use="answer"
            uploads={textTarget(target)}
            fileCheck={fileCheckOf(task.assignment)}
            label={`Ответ, попытка ${nextAttempt(task)}`}
            placeholder={
              shown.has('link')
                ? 'Опишите, что и как вы сделали'
                : 'Опишите, что и как вы сделали. Ссылки на макеты и код тоже сюда'
            }
            value={content}
            onChange={(html) => draft.change({ ...draft.get().value, content: html })}
            minHeight={240}
          />
        )}
        {(shown.has('link') || link.problem) && <LinkField link={link} />}
        {shown.has('files') && (
          <FilesField
            label="Файлы"
            target={target}
            value={files}
            onChange={(list) => draft.change({ ...draft.get().value, files: list })}
            check={fileCheckOf(task.assignment)}
          />
        )}
      </Stack>
      {turn > 0 && <FocusField key={turn} />}
      <HandInBar task={task} state={state} draft={draft} handIn={handIn} link={link} />
    </>
  )
}

export default HandInForm

/**
 * Puts the cursor in the first field, once it is there, after somebody asked to write. A phone would cover half of the
 * page with its keyboard.
 */
const FocusField = () => {
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return
    const field = document.querySelector<HTMLElement>(
      '#work [contenteditable="true"], #work input[type="url"], #work [data-add]',
    )
    field?.focus({ preventScroll: true })
  }, [])
  return null
}
