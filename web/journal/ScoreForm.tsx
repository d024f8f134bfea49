import { Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { scoreText } from '#contract/journal/score-text.ts'
import classes from '#web/journal/JournalTable.module.css'
import { readNumber } from '#web/journal/read-number.ts'

/** Changes a score and says why; the student reads the reason, too. `onKeep` is called with another score only. */
export const ScoreForm = ({
  score,
  max,
  onKeep,
}: {
  score: number | null
  max: number
  onKeep: (score: number | null, reason: string) => void
}) => {
  const [typed, setTyped] = useState(score === null ? '' : scoreText(score))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const next = readNumber(typed, { min: 0, max })
    if (next === undefined) setProblem(`Число от 0 до ${scoreText(max)}`)
    else if (next === score) setProblem('Оценка та же')
    else onKeep(next, reason.trim())
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
      <TextInput
        label="Причина"
        description="Можно не писать. Её увидит и студент"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" size="sm">
        Изменить оценку
      </Button>
    </Stack>
  )
}
