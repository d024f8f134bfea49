import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { isEmptyRichText } from '#contract/content/rich-text.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { describeError, NetworkError } from '#web/app/api-error.ts'
import { DraftStatus } from '#web/tasks/DraftStatus.tsx'
import type { DraftState, DraftSync } from '#web/tasks/draft-sync.ts'
import classes from '#web/tasks/LessonWork.module.css'
import { isHandInUnanswered, useHandIn } from '#web/tasks/use-hand-in.ts'
import { useSingle } from '#web/ui/use-single.ts'

/** Below the editor: where the draft is, and the hand-in with what became of it. */
export const HandInBar = ({
  task,
  userId,
  state,
  sync,
}: {
  task: Task
  userId: number
  state: DraftState
  sync: DraftSync
}) => {
  const handIn = useHandIn(task, userId, sync)
  const once = useSingle()
  const [empty, setEmpty] = useState(false)
  const [unanswered] = useState(() => isHandInUnanswered(task, userId))
  const isEmpty = isEmptyRichText(state.content)
  const send = () => {
    setEmpty(isEmpty)
    if (!isEmpty) once(() => handIn.mutateAsync())
  }
  const problem = problemOf(handIn.error, unanswered && handIn.isIdle, state.phase === 'saved')
  return (
    <>
      <DraftStatus state={state} onRetry={() => void sync.flush().catch(() => {})} />
      {empty && isEmpty && (
        <p className={classes.problem} role="alert">
          Работа пустая. Напишите ответ и отправьте ещё раз.
        </p>
      )}
      {problem && !handIn.isPending && (
        <div className={classes.problem} role="alert">
          <p>{problem}</p>
          <Button variant="default" size="sm" onClick={send}>
            Повторить
          </Button>
        </div>
      )}
      <div className={classes.bar}>
        <Button
          size="lg"
          loading={handIn.isPending}
          onClick={send}
          leftSection={<IconSend size={18} stroke={1.75} aria-hidden="true" />}
        >
          Отправить на проверку
        </Button>
        <p className={classes.note}>Пока работу не начали проверять, её можно забрать обратно.</p>
      </div>
    </>
  )
}

const problemOf = (error: unknown, unanswered: boolean, saved: boolean) => {
  if (error instanceof NetworkError)
    return `Не удалось отправить: нет сети. Черновик сохранён${saved ? '' : ' на этом устройстве'}.`
  if (error) return `Не удалось отправить. ${describeError(error).detail}`
  return unanswered ? 'В прошлый раз работа не дошла до сервера. Отправьте её ещё раз.' : null
}
