import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { dayText } from '#contract/dates.ts'
import { canLockPeriod } from '#contract/journal/journal.policy.ts'
import type { Journal } from '#contract/journal/journal.schema.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import { ruleText } from '#contract/journal/totals.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import { useActor } from '#web/auth/use-actor.ts'
import type { SetTotal } from '#web/journal/pending-changes.ts'
import { useLockPeriod } from '#web/journal/use-lock-period.ts'
import { useTotalEdits } from '#web/journal/use-total-edits.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { IconLine } from '#web/ui/IconLine.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'

const students = (number: number) => counted(number, called('студента'), called('студентов'), called('студентов'))

/** What is not set yet of a period: with a proposal, and without one. */
const unsetIn = ({ rows }: Journal, { id }: JournalPeriod) => {
  const unset = rows.flatMap(({ student, left_at, totals }) => {
    const total = totals.find(({ period_id }) => period_id === id)
    return left_at === null && total && total.score === null ? [{ student, proposed: total.proposed }] : []
  })
  return {
    proposed: unset.flatMap(({ student, proposed: to }): SetTotal[] =>
      to === null ? [] : [{ periodId: id, student, from: null, to, isProposed: true }],
    ),
    empty: unset.filter(({ proposed }) => proposed === null).length,
  }
}

/** A period of a course: how its totals are computed, all proposed ones set at once, and closed by a curator. */
const PeriodDialog = ({
  journal,
  period,
  onClose,
}: {
  journal: Journal
  period: JournalPeriod
  onClose: () => void
}) => {
  useCloseByBack(onClose)
  const actor = useActor()
  const { setTotals } = useTotalEdits(journal)
  const lock = useLockPeriod(journal, period, onClose)
  const { name, from, to, locked, locked_by, locked_at } = period
  const { proposed, empty } = unsetIn(journal, period)
  const closes = actor !== null && canLockPeriod(actor)
  return (
    <Modal onClose={onClose} title={name}>
      <Stack gap={4}>
        <Text tone="soft">
          {dayText(from)} – {dayText(to)}
        </Text>
        {locked && (
          <IconLine icon={IconLock} iconTone="warn">
            Закрыт{locked_at && ` ${formatMoment(locked_at)}`}
            {locked_by && `, ${fullName(locked_by)}`}. Итоги остаются как есть, даже если работу этого периода проверят
            позже. Открыть период может куратор.
          </IconLine>
        )}
        <Stack gap={2}>
          <Text as="h3" size={4}>
            Как считается итог
          </Text>
          {ruleText(period.kind, journal.grading).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Stack>
        {!locked && (
          <Text tone="soft">
            {proposed.length > 0
              ? `Итог ещё не поставлен, но предложен, у ${students(proposed.length)}.`
              : 'Все предложенные итоги поставлены.'}
            {empty > 0 && ` Не из чего считать у ${students(empty)}.`}
            {closes && proposed.length > 0 && ' Когда период закроют, предложенное станет итогом.'}
          </Text>
        )}
        <Row wrap justify="end" gap={2.5}>
          {!locked && proposed.length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setTotals(proposed)
                onClose()
              }}
            >
              Поставить предложенные: {proposed.length}
            </Button>
          )}
          {closes && (
            <Button
              variant={locked ? 'default' : 'filled'}
              leftSection={
                locked ? <IconLockOpen size={16} aria-hidden="true" /> : <IconLock size={16} aria-hidden="true" />
              }
              loading={lock.isPending}
              onClick={() => lock.setLocked(!locked)}
            >
              {locked ? 'Открыть период' : 'Закрыть период'}
            </Button>
          )}
        </Row>
      </Stack>
    </Modal>
  )
}

export default PeriodDialog
