import type { JournalQuizCell } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { isPassed } from '#contract/quizzes/quiz-rules.ts'
import { useGrading } from '#web/journal/grading.ts'
import classes from '#web/journal/JournalTable.module.css'
import { formatMoment } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

/** Whether a quiz was passed, as a badge shows it; null without an attempt. */
export const quizStatus = ({ points, max_points }: JournalQuizCell) => {
  if (points === null || max_points === null) return null
  return isPassed({ points, max_points })
    ? { name: 'Тест пройден', color: 'ok', icon: 'check' }
    : { name: 'Не пройден', color: 'warn', icon: 'minus' }
}

/** Which of the attempts counts, and when it was made. */
export const attemptText = ({ attempts, answered_at }: JournalQuizCell) => {
  if (answered_at === null) return ''
  return `${attempts === 1 ? 'Одна попытка' : `Лучшая из ${attempts} попыток`}, ${formatMoment(answered_at)}`
}

/** The result of a student in a quiz; it comes from the attempts, and nobody sets it. */
export const QuizCell = ({
  cell,
  place,
  column,
  focusable,
}: {
  cell: JournalQuizCell
  /** Row and column, for the keys of the table. */
  place: string
  /** The place of its column. */
  column: number
  focusable: boolean
}) => {
  const { grading, textOf } = useGrading()
  const status = quizStatus(cell)
  return (
    <td
      data-place={place}
      aria-colindex={column + 1}
      tabIndex={focusable ? 0 : -1}
      data-tip={attemptText(cell) || undefined}
    >
      <Stack gap={1} align="start" className={classes.cell}>
        {status ? (
          <StatusBadge status={status} />
        ) : (
          <Text as="span" size={2} tone="quiet" weight="plain">
            Нет ответов
          </Text>
        )}
        <Row gap={2} className={classes.marks}>
          {cell.points !== null && (
            <Text as="span" size={4} digits className={classes.points}>
              {textOf(cell.points, cell.max_points)}
              {grading.scale === 'points' && (
                <Text as="small" size={2} tone="quiet" weight="plain">
                  /{scoreText(cell.max_points)}
                </Text>
              )}
            </Text>
          )}
        </Row>
      </Stack>
    </td>
  )
}
