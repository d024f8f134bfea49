import { maxScore } from '#contract/lessons/max-score.ts'
import { called } from '#contract/users/student-word.ts'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Checkbox, Input, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { AnswerFields } from '#web/quizzes/editing/AnswerFields.tsx'
import { kindNames } from '#web/quizzes/editing/kind-names.ts'
import classes from '#web/quizzes/editing/QuizEditing.module.css'
import { newQuestion, type QuestionValues, type QuizForm } from '#web/quizzes/editing/quiz-form.ts'
import { FieldPair } from '#web/ui/FieldGroup.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { DragHandle } from '#web/ui/MoveButtons.tsx'
import { RowTools, type RowToolsProps } from '#web/ui/RowTools.tsx'
import { useEditedRows } from '#web/ui/use-edited-rows.ts'

const maxQuestions = 100
const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

const QuestionFields = ({
  form,
  question,
  place,
  tools,
}: {
  form: QuizForm
  question: QuestionValues
  place: number
  tools: RowToolsProps
}) => {
  const path = `questions.${place}` as const
  return (
    <>
      <Row gap={1} justify="between">
        <DragHandle moves={tools.moves} id={question.key} />
        <Text as="h3" size={4} className={classes.number}>
          Вопрос {place + 1}
        </Text>
        <Box grow />
        <RowTools {...tools} />
      </Row>
      <FieldPair>
        <NativeSelect label="Вид вопроса" data={kinds} {...form.getInputProps(`${path}.kind`)} />
        <NumberInput
          label="Баллы"
          min={0}
          max={maxScore}
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
        description={`${called('Студент')} увидит его после ответа`}
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
  const rows = useEditedRows({
    form,
    path: 'questions',
    rows: questions,
    name: 'вопрос',
    tell: ({ text }) => ({ summary: 'Вопрос убран', detail: text }),
  })
  return (
    <Stack gap={5} ref={rows.root}>
      <TextInput
        label="Название теста"
        maxLength={200}
        // the dialog is open before its draft is found: its own focus has gone to the cross
        autoFocus
        {...form.getInputProps('title')}
      />
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
      <Checkbox
        label="Результат — в журнал"
        description="В журнале будет столбец с баллами лучшей попытки. В среднем тест весит столько же, сколько задание с весом 1."
        {...form.getInputProps('in_journal', { type: 'checkbox' })}
      />
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
            data-dragged={rows.dragged === question.key || undefined}
            className={classes.question}
          >
            <QuestionFields form={form} question={question} place={place} tools={rows.toolsOf(question, place)} />
          </Stack>
        ))}
      </Stack>
      {form.errors.questions && <Input.Error role="alert">{form.errors.questions}</Input.Error>}
      <div>
        <Button
          variant="default"
          size="sm"
          data-add="questions"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={questions.length >= maxQuestions}
          onClick={() => rows.add(newQuestion(questions.at(-1)?.kind), 'textarea[data-text]')}
        >
          Добавить вопрос
        </Button>
      </div>
      <Text aloud role="status">
        {rows.announced}
      </Text>
    </Stack>
  )
}
