import '@mantine/core/styles/Radio.layer.css'
import { Checkbox, Input, NativeSelect, Radio, TextInput } from '@mantine/core'
import { Fragment } from 'react'
import { counted } from '#contract/plural.ts'
import type { AnswerValue, QuizQuestion } from '#contract/quizzes/quizzes.schema.ts'
import { gapMark, orderOf, readAnswerNumber } from '#web/quizzes/answer-values.ts'
import { OrderField } from '#web/quizzes/OrderField.tsx'
import classes from '#web/quizzes/Quiz.module.css'
import { Box, Stack, Text } from '#web/ui/layout.tsx'

const maxAnswerLength = 1000

interface FieldProps<Kind extends QuizQuestion['kind']> {
  question: Extract<QuizQuestion, { kind: Kind }>
  value: AnswerValue | undefined
  disabled: boolean
  onChange: (value: AnswerValue) => void
}

const SingleField = ({ question, value, disabled, onChange }: FieldProps<'single'>) => (
  <Stack gap={2.5}>
    {question.options.map(({ id, text }) => (
      <Radio
        key={id}
        name={`question-${question.id}`}
        label={text}
        checked={value === id}
        disabled={disabled}
        onChange={() => onChange(id)}
      />
    ))}
  </Stack>
)

const MultipleField = ({ question, value, disabled, onChange }: FieldProps<'multiple'>) => {
  const chosen = Array.isArray(value) ? (value as number[]) : []
  return (
    <Stack gap={2.5}>
      {question.options.map(({ id, text }) => (
        <Checkbox
          key={id}
          label={text}
          checked={chosen.includes(id)}
          disabled={disabled}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </Stack>
  )
}

const NumberField = ({ value, disabled, onChange }: FieldProps<'number'>) => {
  const typed = typeof value === 'string' ? value : ''
  const isWrong = typed.trim() !== '' && readAnswerNumber(typed) === null
  return (
    <TextInput
      label="Ответ числом"
      inputMode="decimal"
      autoComplete="off"
      className={classes.short}
      maxLength={30}
      value={typed}
      disabled={disabled}
      error={isWrong && 'Введите число, например 3,5 или 2*10^-3'}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const MatchField = ({ question, value, disabled, onChange }: FieldProps<'match'>) => {
  const pairs = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return (
    <Stack gap={3}>
      {question.left?.map(({ id, text }) => (
        <NativeSelect
          key={id}
          label={text}
          value={pairs[id] ?? ''}
          disabled={disabled}
          data={[
            { value: '', label: 'Выберите пару' },
            ...(question.right ?? []).map((right) => ({ value: `${right.id}`, label: right.text })),
          ]}
          onChange={({ currentTarget }) => {
            const { [id]: _, ...others } = pairs
            onChange(currentTarget.value === '' ? others : { ...others, [id]: Number(currentTarget.value) })
          }}
        />
      ))}
    </Stack>
  )
}

/** The text of the question with a field at each of its gaps. */
const GapsField = ({ question, value, disabled, onChange }: FieldProps<'gaps'>) => {
  const parts = question.text.split(gapMark)
  const numbers = [...question.text.matchAll(/\[\[(\d{1,4})\]\]/g)].map(([, number]) => Number(number))
  const texts = numbers.map((_, place) => String((Array.isArray(value) ? value[place] : undefined) ?? ''))
  return (
    <Text lines loose className={classes.gaps}>
      {parts.map((part, place) => {
        const number = numbers[place]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change their places
          <Fragment key={place}>
            {part}
            {number !== undefined && (
              <Input
                component="input"
                size="xs"
                className={classes.gap}
                aria-label={`Пропуск ${number}`}
                autoComplete="off"
                maxLength={maxAnswerLength}
                value={texts[number - 1] ?? ''}
                disabled={disabled}
                onChange={({ currentTarget }) => onChange(texts.with(number - 1, currentTarget.value))}
              />
            )}
          </Fragment>
        )
      })}
    </Text>
  )
}

const drawField = ({
  question,
  value,
  ...props
}: Omit<FieldProps<QuizQuestion['kind']>, 'question'> & { question: QuizQuestion }) => {
  switch (question.kind) {
    case 'single':
      return <SingleField question={question} value={value} {...props} />
    case 'multiple':
      return <MultipleField question={question} value={value} {...props} />
    case 'number':
      return <NumberField question={question} value={value} {...props} />
    case 'order':
      return (
        <OrderField
          items={question.items}
          order={orderOf(question, value)}
          answered={value !== undefined && value !== null}
          {...props}
        />
      )
    case 'match':
      return <MatchField question={question} value={value} {...props} />
    case 'gaps':
      return <GapsField question={question} value={value} {...props} />
    case 'text':
      return (
        <TextInput
          label="Ответ"
          autoComplete="off"
          maxLength={maxAnswerLength}
          value={typeof value === 'string' ? value : ''}
          disabled={props.disabled}
          onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
        />
      )
  }
}

const hints: Partial<Record<QuizQuestion['kind'], string>> = {
  multiple: 'Отметьте все верные варианты.',
  order: 'Поставьте по порядку: перетащите или нажимайте стрелки. Если он уже верный, отметьте это.',
  match: 'Подберите пару к каждому.',
}

/** One question of a quiz, with the field for its answer. */
export const QuestionField = ({
  number,
  ...props
}: {
  question: QuizQuestion
  /** Its place in the quiz, from 1. */
  number: number
  value: AnswerValue | undefined
  disabled: boolean
  onChange: (value: AnswerValue) => void
}) => {
  const { kind, text, points } = props.question
  const hint = hints[kind]
  return (
    <Stack as="fieldset" gap={3} shrink className={classes.question}>
      <Box as="legend" weight="strong" anywhere lines>
        {number}. {kind === 'gaps' ? 'Заполните пропуски' : text}
      </Box>
      <Text size={2} tone="quiet">
        {[counted(points, 'балл', 'балла', 'баллов'), ...(hint ? [hint] : [])].join(' · ')}
      </Text>
      {drawField(props)}
    </Stack>
  )
}
