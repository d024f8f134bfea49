import { Button } from '@mantine/core'
import { describeError, NetworkError } from '#web/app/api-error.ts'
import classes from '#web/drafts/Drafts.module.css'
import type { DraftState } from '#web/drafts/draft-sync.ts'
import { formatMoment, formatTime } from '#web/ui/dates.ts'

const today = (moment: string) => new Date(moment).toDateString() === new Date().toDateString()

/** Of a draft's state, what is said of it. */
type Standing = Pick<DraftState<unknown>, 'phase' | 'savedAt'> &
  Partial<Pick<DraftState<unknown>, 'error' | 'pageOnly'>>

const words = ({ phase, savedAt, error, pageOnly }: Standing) => {
  const kept = pageOnly ? 'браузер не даёт хранить черновик, не закрывайте вкладку' : 'черновик на этом устройстве'
  switch (phase) {
    case 'offline':
      return error instanceof NetworkError
        ? `Нет сети, ${kept}`
        : `Не сохранено на сервере, ${kept}. ${describeError(error).detail}`
    case 'signed-out':
      return `Вы вышли из учётной записи, ${kept}`
    case 'conflict':
      return 'Черновик изменён в другом месте'
    case 'refused':
      return `Не сохранено на сервере, ${kept}. ${describeError(error).detail}`
    case 'saving':
    case 'waiting':
      return 'Сохраняем…'
    default:
      return savedAt && `Сохранено в ${today(savedAt) ? formatTime(savedAt) : formatMoment(savedAt)}`
  }
}

const actions: Partial<Record<DraftState<unknown>['phase'], string>> = {
  offline: 'Сохранить ещё раз',
  refused: 'Сохранить ещё раз',
  'signed-out': 'Войти',
}

/** Where the draft is: on its way, on the server, or only on this device. */
export const DraftStatus = ({
  state,
  onRetry,
  note,
  repeated,
}: {
  state: Standing
  onRetry?: () => void
  /** What else there is to say once it is saved. */
  note?: string
  /** The same is said elsewhere on the page: said aloud once. */
  repeated?: boolean
}) => {
  const text = words(state)
  const action = actions[state.phase]
  return (
    <p className={classes.status} data-phase={state.phase} data-centered={repeated || undefined}>
      <span role={repeated ? undefined : 'status'}>
        {text}
        {text && note && state.phase === 'saved' && `. ${note}`}
      </span>
      {action && onRetry && (
        <Button size="xs" variant="subtle" onClick={onRetry}>
          {action}
        </Button>
      )}
    </p>
  )
}
