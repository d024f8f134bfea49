import { VisuallyHidden } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { JournalPeriod, JournalTotal } from '#contract/journal/periods.schema.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { hasMoved, totalText } from '#contract/journal/totals.ts'
import { useGrading } from '#web/journal/grading.ts'
import classes from '#web/journal/JournalTable.module.css'
import { Row, Text } from '#web/ui/layout.tsx'

/** How the total came about, for those who point at it. */
const tipOf = ({ score, proposed }: JournalTotal, { kind, locked }: JournalPeriod) => {
  const percent = proposed === null ? null : `${scoreText(proposed)}\u00a0%`
  const computed = kind === 'year' ? 'среднее итогов за периоды' : 'доля баллов за период с учётом веса'
  if (score === null && locked) return 'Период закрыт без итога'
  if (score === null) return percent ? `Предложено: ${percent}, ${computed}` : 'Пока считать не из чего'
  return percent ? `Итог ${locked ? 'закрыт' : 'поставлен'}. По оценкам: ${percent}, ${computed}` : null
}

/** The total of a student for a period: as it was set, or else, in quiet letters, as the rule proposes it. */
export const TotalCell = ({
  total,
  period,
  place,
  column,
  focusable,
  editor,
}: {
  total: JournalTotal
  period: JournalPeriod
  place: string
  /** The place of its column. */
  column: number
  focusable: boolean
  editor: ReactNode
}) => {
  const { grading } = useGrading()
  const { score, proposed } = total
  const offered = score === null && !period.locked ? proposed : null
  const moved = hasMoved(total, grading)
  const now = `По оценкам теперь: ${totalText(proposed, grading)}`
  return (
    <td
      data-place={place}
      aria-colindex={column + 1}
      data-total=""
      tabIndex={focusable ? 0 : -1}
      data-tip={tipOf(total, period) ?? undefined}
    >
      <Row gap={2} className={classes.marks}>
        {editor ?? (
          <>
            <Text
              as={(period.locked ? 'span' : 'button') as 'button'}
              {...(period.locked ? {} : { type: 'button', tabIndex: -1, 'data-act': 'edit', className: classes.score })}
              pad={0}
              size={4}
              digits
              weight={score === null ? 'plain' : 'strong'}
            >
              <VisuallyHidden>{offered === null ? 'Итог ' : 'Предложенный итог '}</VisuallyHidden>
              {score === null && offered === null && (
                <Text as="span" size={2} tone="quiet" weight="plain">
                  —
                </Text>
              )}
              {score !== null && totalText(score, grading)}
              {offered !== null && (
                <Text as="i" tone="quiet" weight="plain">
                  {totalText(offered, grading)}
                </Text>
              )}
            </Text>
            {moved && (
              <Text as="span" tone="warn" data-tip={now}>
                <IconRefreshAlert size={16} stroke={1.9} aria-hidden="true" />
                <VisuallyHidden>{now}</VisuallyHidden>
              </Text>
            )}
          </>
        )}
      </Row>
    </td>
  )
}
