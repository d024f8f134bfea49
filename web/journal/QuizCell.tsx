import type { JournalQuiz, JournalQuizCell } from '#contract/journal/journal.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { counted } from '#contract/plural.ts'
import { useGrading } from '#web/journal/grading.ts'
import classes from '#web/journal/JournalTable.module.css'
import { noResult, quizStatus } from '#web/journal/quiz-status.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

type Kind = JournalQuiz['kind']

/** Which of the attempts counts, and when it was made; a tool sends its last result alone. */
export const attemptText = ({ attempts, answered_at }: JournalQuizCell, kind: Kind) => {
  if (answered_at === null) return ''
  if (kind === 'tool') return formatMoment(answered_at)
  return `${attempts === 1 ? 'Одна попытка' : `Лучшая из ${counted(attempts, 'попытки', 'попыток', 'попыток')}`}, ${formatMoment(answered_at)}`
}

/** The result of a student in a quiz or a tool; it comes from there, and nobody sets it. */
export const QuizCell = ({
  kind,
  cell,
  place,
  column,
  focusable,
}: {
  kind: Kind
  cell: JournalQuizCell
  /** Row and column, for the keys of the table. */
  place: string
  /** The place of its column. */
  column: number
  focusable: boolean
}) => {
  const { grading, textOf } = useGrading()
  const status = quizStatus(cell, kind)
  return (
    <td
      data-place={place}
      aria-colindex={column + 1}
      tabIndex={focusable ? 0 : -1}
      data-tip={attemptText(cell, kind) || undefined}
    >
      <Stack gap={1} align="start" className={classes.cell}>
        {status ? (
          <StatusBadge status={status} />
        ) : (
          <Text as="span" size={2} tone="quiet" weight="plain">
            {noResult[kind]}
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
