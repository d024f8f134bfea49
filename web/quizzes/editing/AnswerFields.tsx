import { called } from '#contract/users/student-word.ts'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Checkbox, Radio, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { PartRows } from '#web/quizzes/editing/PartRows.tsx'
import {
  gapNumbers,
  newItem,
  newOption,
  newPair,
  type QuestionValues,
  type QuizForm,
} from '#web/quizzes/editing/quiz-form.ts'
import { FieldPair } from '#web/ui/FieldGroup.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

interface AnswerProps {
  form: QuizForm
  /** The path of the question in the form. */
  path: `questions.${number}`
  question: QuestionValues
}

const Options = ({ form, path, question }: AnswerProps) => {
  const { kind, options, key } = question
  const choose = (place: number, correct: boolean) =>
    form.setFieldValue(
      `${path}.options`,
      options.map((option, at) => ({
        ...option,
        correct: at === place ? correct : kind === 'multiple' && option.correct,
      })),
    )
  return (
    <PartRows
      form={form}
      path={`${path}.options`}
      parts={options}
      name="вариант"
      add="Добавить вариант"
      newPart={() => newOption()}
      draw={({ correct }, place) => {
        const choice = {
          'aria-label': `Вариант ${place + 1} верный`,
          'data-tip': 'Верный ответ',
          checked: correct,
          mt: 11,
        }
        return (
          <Row gap={2.5} align="start">
            {kind === 'single' ? (
              <Radio {...choice} name={`correct-${key}`} onChange={() => choose(place, true)} />
            ) : (
              <Checkbox {...choice} onChange={({ currentTarget }) => choose(place, currentTarget.checked)} />
            )}
            <Box grow shrink>
              <TextInput
                aria-label={`Вариант ${place + 1}`}
                placeholder={`Вариант ${place + 1}`}
                {...form.getInputProps(`${path}.options.${place}.text`)}
              />
            </Box>
          </Row>
        )
      }}
    />
  )
}

const Items = ({ form, path, question }: AnswerProps) => (
  <PartRows
    form={form}
    path={`${path}.items`}
    parts={question.items}
    name="пункт"
    add="Добавить пункт"
    newPart={newItem}
    draw={(_, place) => (
      <TextInput
        aria-label={`Пункт ${place + 1}`}
        placeholder={`Пункт ${place + 1}`}
        {...form.getInputProps(`${path}.items.${place}.text`)}
      />
    )}
  />
)

const Pairs = ({ form, path, question }: AnswerProps) => (
  <PartRows
    form={form}
    path={`${path}.pairs`}
    parts={question.pairs}
    name="пара"
    add="Добавить пару"
    newPart={newPair}
    draw={(_, place) => (
      <FieldPair>
        <TextInput
          aria-label={`Пара ${place + 1}, слева`}
          placeholder="Слева"
          {...form.getInputProps(`${path}.pairs.${place}.left`)}
        />
        <TextInput
          aria-label={`Пара ${place + 1}, справа`}
          placeholder="Справа"
          {...form.getInputProps(`${path}.pairs.${place}.right`)}
        />
      </FieldPair>
    )}
  />
)

const Gaps = ({ form, path, question: { text, gaps } }: AnswerProps) => {
  const numbers = [...new Set(gapNumbers(text))]
  const next = Math.max(0, ...numbers) + 1
  const setAccepted = (number: number, accepted: string) => {
    const all = Array.from({ length: Math.max(gaps.length, number) }, (_, place) => gaps[place] ?? { accepted: '' })
    form.setFieldValue(`${path}.gaps`, all.with(number - 1, { accepted }))
  }
  return (
    <Stack gap={3}>
      <div>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          onClick={() => form.setFieldValue(`${path}.text`, `${text}${text && ' '}[[${next}]]`)}
        >
          Вставить пропуск
        </Button>
      </div>
      {numbers.map((number, place) => (
        <Textarea
          key={number}
          label={`Пропуск [[${number}]]: верные ответы`}
          description="Каждый с новой строки"
          autosize
          minRows={1}
          maxRows={6}
          value={gaps[number - 1]?.accepted ?? ''}
          error={form.errors[`${path}.gaps.${place}.accepted`]}
          onChange={({ currentTarget }) => setAccepted(number, currentTarget.value)}
        />
      ))}
    </Stack>
  )
}

/** The fields for the right answer of a question. */
export const AnswerFields = (props: AnswerProps) => {
  const { form, path, question } = props
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return (
        <Stack gap={2}>
          <Text size={2} tone="quiet">
            {question.kind === 'single' ? 'Отметьте верный вариант.' : 'Отметьте все верные варианты.'}
          </Text>
          <Options {...props} />
        </Stack>
      )
    case 'text':
      return (
        <Textarea
          label="Верные ответы"
          description="Каждый с новой строки. Большие буквы и пробелы по краям не важны."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps(`${path}.accepted`)}
        />
      )
    case 'number':
      return (
        <FieldPair>
          <TextInput label="Верное число" inputMode="decimal" {...form.getInputProps(`${path}.value`)} />
          <TextInput
            label="Погрешность"
            placeholder="0"
            inputMode="decimal"
            {...form.getInputProps(`${path}.tolerance`)}
          />
        </FieldPair>
      )
    case 'order':
      return (
        <Stack gap={2}>
          <Text size={2} tone="quiet">
            Запишите в верном порядке: {called('студенты')} увидят пункты перемешанными.
          </Text>
          <Items {...props} />
        </Stack>
      )
    case 'match':
      return (
        <Stack gap={2}>
          <Text size={2} tone="quiet">
            Запишите верные пары: {called('студенты')} увидят правые части перемешанными.
          </Text>
          <Pairs {...props} />
        </Stack>
      )
    case 'gaps':
      return <Gaps {...props} />
  }
}
