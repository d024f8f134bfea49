import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { describeError, NetworkError } from '#web/app/api-error.ts'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import type { DraftPhase } from '#web/drafts/draft-sync.ts'
import { isEmptyHandIn } from '#web/tasks/hand-in-draft.ts'
import classes from '#web/tasks/LessonWork.module.css'
import type { WorkDraft } from '#web/tasks/use-draft.ts'
import type { HandIn } from '#web/tasks/use-hand-in.ts'
import { counted } from '#web/ui/plural.ts'

/** Below the fields: where the draft is, and the hand-in with what became of it. */
export const HandInBar = ({ draft, state, handIn }: WorkDraft & { handIn: HandIn }) => {
  const { stage, send, stop, uploads, missing } = handIn
  const isEmpty = isEmptyHandIn(state.value) && uploads.length === 0
  const problem = problemOf(handIn, state.phase)
  return (
    <>
      <DraftStatus state={state} onRetry={() => void draft.flush(true).catch(() => {})} />
      {missing === 'content' && isEmpty && (
        <p className={classes.problem} role="alert">
          Работа пустая. Напишите ответ или приложите файл и отправьте ещё раз.
        </p>
      )}
      {missing === 'files' && uploads.length > 0 && (
        <p className={classes.problem} role="alert">
          Не все файлы загружены. Продолжите загрузку или уберите их и отправьте ещё раз.
        </p>
      )}
      {problem && stage === 'idle' && (
        <div className={classes.problem} role="alert">
          <p>{problem}</p>
          <Button variant="default" size="sm" onClick={send}>
            Повторить
          </Button>
        </div>
      )}
      {stage === 'uploads' && uploads.length > 0 && (
        <div className={classes.waiting}>
          <p role="status">Ждём загрузки: {counted(uploads.length, 'файл', 'файла', 'файлов')}</p>
          <Button variant="default" size="sm" onClick={stop}>
            Не отправлять
          </Button>
        </div>
      )}
      <div className={classes.bar}>
        <Button
          size="lg"
          loading={stage !== 'idle'}
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

const problemOf = ({ error, unanswered }: HandIn, phase: DraftPhase) => {
  if (error instanceof NetworkError)
    return `Не удалось отправить: нет сети. Черновик сохранён${phase === 'saved' ? '' : ' на этом устройстве'}.`
  // both versions are on screen in a moment
  if (phase === 'conflict') return null
  if (error) return `Не удалось отправить. ${describeError(error).detail}`
  return unanswered ? 'В прошлый раз работа не дошла до сервера. Отправьте её ещё раз.' : null
}
