import '@mantine/core/styles/NumberInput.layer.css'
import { ActionIcon, Button, Checkbox, Input, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { AnswerFields } from '#web/quizzes/editing/AnswerFields.tsx'
import { kindNames } from '#web/quizzes/editing/kind-names.ts'
import classes from '#web/quizzes/editing/QuizEditing.module.css'
import { newQuestion, type QuestionValues, type QuizForm } from '#web/quizzes/editing/quiz-form.ts'
import { FieldPair } from '#web/ui/FieldGroup.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { DragHandle, MoveButtons } from '#web/ui/MoveButtons.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { type Moves, useReorder } from '#web/ui/use-reorder.ts'

const maxQuestions = 100
const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

const QuestionFields = ({
  form,
  question,
  place,
  count,
  moves,
  onRemove,
}: {
  form: QuizForm
  question: QuestionValues
  place: number
  count: number
  moves: Moves<string>
  onRemove: () => void
}) => {
  const path = `questions.${place}`
  const name = `вопрос ${place + 1}`
  return (
    <>
      <Row gap={1} justify="between">
        <DragHandle moves={moves} id={question.key} />
        <Text as="h3" size={4} className={classes.number}>
          Вопрос {place + 1}
        </Text>
        <Box grow />
        <MoveButtons moves={moves} id={question.key} name={name} first={place === 0} last={place === count - 1} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          data-remove
          aria-label={`Убрать ${name}`}
          data-tip="Убрать"
          onClick={onRemove}
        >
          <IconTrash size={17} aria-hidden="true" />
        </ActionIcon>
      </Row>
      <FieldPair>
        <NativeSelect label="Вид вопроса" data={kinds} {...form.getInputProps(`${path}.kind`)} />
        <NumberInput
          label="Баллы"
          min={0}
          max={1000}
          allowNegative={false}
          decimalScale={2}
          decimalSeparator=","
          hideControls
          {...form.getInputProps(`${path}.points`)}
        />
      </FieldPair>
      <Textarea
        label={question.kind === 'gaps' ? 'Текст с пропусками' : 'Вопрос'}
        autosize
        minRows={1}
        maxRows={10}
        data-text
        {...form.getInputProps(`${path}.text`)}
      />
      <AnswerFields form={form} path={path} question={question} />
      <Textarea
        label="Пояснение"
        description="Студент увидит его после ответа"
        autosize
        minRows={1}
        maxRows={10}
        {...form.getInputProps(`${path}.explanation`)}
      />
    </>
  )
}

/** The fields of a quiz and of its questions. */
export const QuizFields = ({ form }: { form: QuizForm }) => {
  const { questions } = form.values
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(root)
  const placeOf = (key: string) => questions.findIndex((question) => question.key === key)
  const { moves, dragged, announced } = useReorder({
    ids: questions.map(({ key }) => key),
    nameOf: (key) => `вопрос ${placeOf(key) + 1}`,
    move: (key, to) => form.reorderListItem('questions', { from: placeOf(key), to }),
  })
  const add = () => {
    const question = newQuestion(questions.at(-1)?.kind)
    focusNext(`[data-key="${question.key}"] textarea[data-text]`)
    form.insertListItem('questions', question)
  }
  const remove = (place: number) => {
    const removed = questions[place]
    if (!removed) return
    const next = questions[place + 1] ?? questions[place - 1]
    focusNext(next ? `[data-key="${next.key}"] [data-remove]` : '[data-add-question]')
    form.removeListItem('questions', place)
    toast({
      severity: 'info',
      summary: 'Вопрос убран',
      detail: removed.text,
      action: { label: 'Вернуть', onClick: () => form.insertListItem('questions', removed, place) },
    })
  }
  return (
    <Stack gap={5} ref={root}>
      <TextInput label="Название теста" maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <NumberInput
        label="Сколько попыток"
        description="Пусто, если сколько угодно"
        min={1}
        max={100}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...form.getInputProps('attempts')}
      />
      <Checkbox label="Перемешивать вопросы и варианты" {...form.getInputProps('shuffle', { type: 'checkbox' })} />
      <Stack as="ul" gap={4} plain>
        {questions.map((question, place) => (
          <Stack
            as="li"
            key={question.key}
            gap={3}
            pad={4}
            ground="sunken"
            round="m"
            data-key={question.key}
            data-dragged={dragged === question.key || undefined}
            className={classes.question}
          >
            <QuestionFields
              form={form}
              question={question}
              place={place}
              count={questions.length}
              moves={moves}
              onRemove={() => remove(place)}
            />
          </Stack>
        ))}
      </Stack>
      {form.errors.questions && <Input.Error role="alert">{form.errors.questions}</Input.Error>}
      <div>
        <Button
          variant="default"
          size="sm"
          data-add-question
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={questions.length >= maxQuestions}
          onClick={add}
        >
          Добавить вопрос
        </Button>
      </div>
      <Text aloud role="status">
        {announced}
      </Text>
    </Stack>
  )
}
