import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Quiz } from '#contract/quizzes/quizzes.schema.ts'
import { describeError } from '#web/app/api-error.ts'
import { sentAnswers, type TypedAnswers } from '#web/quizzes/answer-values.ts'
import { QuestionField } from '#web/quizzes/QuestionField.tsx'
import { sendAnswers, useRefusal, type useSentAnswers } from '#web/quizzes/sent-answers.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { counted } from '#web/ui/plural.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** The questions of a quiz; what is chosen stays on the device until the server has it. */
export const QuizForm = ({
  quiz,
  userId,
  draftKey,
  sent,
}: {
  quiz: Quiz
  userId: number
  draftKey: string
  /** On their way: they can no longer be changed. */
  sent: ReturnType<typeof useSentAnswers>
}) => {
  const [typed, setTyped] = useDeviceDraft<TypedAnswers>(draftKey, {})
  const refusal = useRefusal(quiz.id)
  const form = useRef<HTMLFormElement>(null)
  const isAgain = (quiz.own_attempts?.length ?? 0) > 0
  useEffect(() => {
    // who begins again has pressed a button that is gone
    if (isAgain && document.activeElement === document.body) form.current?.querySelector('input')?.focus()
  }, [isAgain])

  const send = async () => {
    const answers = sentAnswers(quiz.questions, typed)
    const missing = quiz.questions.filter(({ id }) => answers[id] === undefined).length
    const accepted =
      missing === 0 ||
      (await confirm({
        title: 'Отправить ответы?',
        text: `Без ответа ${counted(missing, 'вопрос', 'вопроса', 'вопросов')}: за ${missing === 1 ? 'него' : 'них'} баллов не будет.`,
        accept: 'Отправить',
        reject: 'Вернуться к тесту',
      }))
    if (accepted) sendAnswers({ quizId: quiz.id, userId, answers, draftKey })
  }

  const isSent = sent !== undefined
  return (
    <Stack
      as="form"
      ref={form}
      gap={6}
      aria-label={quiz.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {quiz.questions.map((question, place) => (
        <QuestionField
          key={question.id}
          question={question}
          number={place + 1}
          value={typed[question.id]}
          disabled={isSent}
          onChange={(value) => setTyped({ ...typed, [question.id]: value })}
        />
      ))}
      <Row gap={3} wrap>
        <Button type="submit" loading={isSent}>
          Отправить ответы
        </Button>
        {refusal !== undefined && (
          <Text tone="bad" size={3} role="alert">
            Ответы не приняты. {describeError(refusal).detail}
          </Text>
        )}
      </Row>
    </Stack>
  )
}
