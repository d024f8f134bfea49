import { Button } from '@mantine/core'
import { describeError } from '#web/app/api-error.ts'
import type { DraftState } from '#web/tasks/draft-sync.ts'
import classes from '#web/tasks/LessonWork.module.css'
import { formatMoment, formatTime } from '#web/ui/dates.ts'

const today = (moment: string) => new Date(moment).toDateString() === new Date().toDateString()

const words = ({ phase, savedAt, error }: DraftState) => {
  switch (phase) {
    case 'offline':
      return 'Нет сети, черновик на этом устройстве'
    case 'conflict':
      return 'Черновик изменён в другом месте'
    case 'refused':
      return `Не сохранено на сервере, черновик на этом устройстве. ${describeError(error).detail}`
    case 'saving':
    case 'waiting':
      return 'Сохраняем…'
    default:
      return savedAt && `Сохранено в ${today(savedAt) ? formatTime(savedAt) : formatMoment(savedAt)}`
  }
}

/** Where the draft is: on its way, on the server, or only on this device. */
export const DraftStatus = ({
  state,
  onRetry,
  centered,
}: {
  state: DraftState
  onRetry?: () => void
  centered?: boolean
}) => {
  const text = words(state)
  const stuck = state.phase === 'offline' || state.phase === 'refused'
  return (
    <p className={classes.status} data-phase={state.phase} data-centered={centered || undefined}>
      {/* the card beside the lesson repeats it: said aloud once */}
      <span role={centered ? undefined : 'status'}>{text}</span>
      {stuck && onRetry && (
        <Button size="xs" variant="subtle" onClick={onRetry}>
          Сохранить ещё раз
        </Button>
      )}
    </p>
  )
}
