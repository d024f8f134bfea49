import { formatNumber } from '#contract/format-number.ts'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/NumberInput.layer.css'
import { NativeSelect, NumberInput } from '@mantine/core'
import type { RefObject } from 'react'
import { markText, passMarks, readMark, typedMark } from '#contract/journal/scales.ts'
import { maxScoreOf } from '#contract/lessons/max-points.ts'
import { maxScore } from '#contract/lessons/max-score.ts'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/reviews/verdict/Verdict.module.css'

// what is out of range stays as it was typed, and is refused with a reason
const numbers = {
  clampBehavior: 'none',
  decimalSeparator: ',',
  allowedDecimalSeparators: ['.', ','] as string[],
  hideControls: true,
} as const

const choices = { '2-5': ['5', '4', '3', '2'], pass: [passMarks.pass, passMarks.fail] }

/** The score of an accepted task, in the scale of its course; empty for the sum of the criteria, which is `sum`. */
export const ScoreField = ({
  task: { assignment, grading, score: journalScore },
  sum,
  value,
  onChange,
  field,
  error,
}: {
  task: Task
  sum: number | null
  value: number | string
  onChange: (score: number | string) => void
  field: RefObject<HTMLInputElement | null>
  error: string | undefined
}) => {
  const max = maxScoreOf(assignment.criteria)
  // without a sum, the score that was typed in the journal stays
  const stays = sum === null ? journalScore : null
  const without = (what: string) => {
    if (stays !== null) return `Если примете; без ${what} останется поставленное в журнале`
    return max === null ? 'По желанию, когда работа принята' : `Если примете; без ${what} будет сумма по критериям`
  }
  const offered = sum ?? stays
  if (!grading || grading.scale === 'points')
    return (
      <NumberInput
        ref={field}
        label="Баллы"
        description={without('числа')}
        placeholder={offered === null ? undefined : formatNumber(offered)}
        {...numbers}
        className={classes.score}
        value={value}
        onChange={onChange}
        error={error}
      />
    )
  const score = typeof value === 'number' ? value : null
  const keep = (typed: string) => {
    const kept = readMark(typed, { max, limit: maxScore, current: score }, grading)
    onChange(kept === undefined ? typed : (kept ?? ''))
  }
  const offeredMark = offered === null ? '' : markText(offered, max, grading)
  if (grading.scale === 'percent')
    return (
      <NumberInput
        ref={field}
        label="Проценты"
        description={without('оценки')}
        placeholder={offeredMark.replace(/\s*%$/, '') || undefined}
        decimalScale={2}
        {...numbers}
        className={classes.score}
        value={score === null ? value : Number(typedMark(score, max, grading).replace(',', '.'))}
        onChange={(typed) => keep(String(typed))}
        error={error}
      />
    )
  return (
    <NativeSelect
      label={grading.scale === 'pass' ? 'Зачёт' : 'Оценка'}
      description={without('оценки')}
      className={classes.score}
      value={typedMark(score, max, grading)}
      onChange={(event) => keep(event.currentTarget.value)}
      data={[
        {
          value: '',
          label: offeredMark ? `${stays === null ? 'По критериям' : 'Из журнала'}: ${offeredMark}` : 'Без оценки',
        },
        ...choices[grading.scale],
      ]}
      error={error}
    />
  )
}
