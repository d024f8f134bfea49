import { called } from '#contract/users/student-word.ts'
import { Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { markHint, readMark, typedMark } from '#contract/journal/scales.ts'
import { scoreText } from '#contract/journal/score-text.ts'
import { useGrading } from '#web/journal/grading.ts'
import classes from '#web/journal/JournalTable.module.css'
import { useCellText } from '#web/journal/use-cell-text.ts'

/**
 * Changes a score and says why, if it is one of a task; the student reads the reason, too. `onKeep` is called with another score only, and
 * with the one that the form began with: it may have changed since.
 */
export const ScoreForm = ({
  draftKey,
  score,
  max,
  limit,
  asksReason,
  onKeep,
  onSame,
}: {
  /** Where the device keeps the reason until the score is changed. */
  draftKey: string
  score: number | null
  max: number | null
  limit: number
  asksReason: boolean
  onKeep: (score: number | null, reason: string, before: number | null) => void
  /** Called when the score that the cell has was chosen. */
  onSame: () => void
}) => {
  const { grading } = useGrading()
  const [before] = useState(score)
  const [typed, setTyped] = useState(typedMark(before, max, grading))
  const { text: reason, setText: setReason, forget } = useCellText(draftKey, '')
  const [problem, setProblem] = useState('')
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const next = readMark(typed, { max, limit, current: before }, grading)
    if (next === undefined)
      setProblem(
        grading.scale === 'points' ? `Число от 0 до ${scoreText(limit)}` : `Нужно: ${markHint(limit, grading)}`,
      )
    else if (next === score) {
      onSame()
      setProblem('Оценка та же')
    } else {
      forget()
      onKeep(next, reason.trim(), before)
    }
  }
  return (
    <Stack as="form" gap={2.5} mt={3} edge="top" className={classes.form} onSubmit={keep}>
      <TextInput
        label="Новая оценка"
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem('')
        }}
      />
      {asksReason && (
        <TextInput
          label="Причина"
          description={`Можно не писать. Её увидит и ${called('студент')}`}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Button type="submit" size="sm">
        Изменить оценку
      </Button>
    </Stack>
  )
}
