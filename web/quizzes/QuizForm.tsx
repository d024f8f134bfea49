import '#web/ui/input-styles.ts'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { counted } from '#contract/plural.ts'
import type { Quiz, QuizAnswers } from '#contract/quizzes/quizzes.schema.ts'
import { describeError } from '#web/data/api-error.ts'
import { isWhole, sentAnswers, type TypedAnswers } from '#web/quizzes/answer-values.ts'
import { QuestionField } from '#web/quizzes/QuestionField.tsx'
import { sendAnswers, useRefusal, type useSentAnswers } from '#web/quizzes/sent-answers.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

const questionCount = (count: number) => counted(count, 'вопрос', 'вопроса', 'вопросов')

/** What answers lack; null when nothing. */
const missingText = (questions: Quiz['questions'], answers: QuizAnswers) => {
  const lacking = questions.filter((question) => !isWhole(question, answers[question.id]))
  const half = lacking.filter(({ id }) => answers[id] !== undefined).length
  const none = lacking.length - half
  if (lacking.length === 0) return null
  return [
    none > 0 && `Без ответа ${questionCount(none)}`,
    half > 0 && `${none > 0 ? 'с неполным ответом' : 'С неполным ответом'} ${questionCount(half)}`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat(`: за ${lacking.length === 1 ? 'него' : 'них'} баллов не будет.`)
}

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
  const refusal = useRefusal(quiz.id, userId)
  const form = useRef<HTMLFormElement>(null)
  const isAgain = (quiz.own_attempts?.length ?? 0) > 0
  useEffect(() => {
    // who begins again has pressed a button that is gone
    if (isAgain && document.activeElement === document.body) form.current?.querySelector('input')?.focus()
  }, [isAgain])

  const send = async () => {
    const answers = sentAnswers(quiz.questions, typed)
    const text = missingText(quiz.questions, answers)
    const accepted =
      text === null ||
      (await confirm({
        title: 'Отправить ответы?',
        text,
        accept: 'Отправить',
        reject: 'Вернуться к тесту',
      }))
    if (accepted) sendAnswers({ quizId: quiz.id, userId, answers, draftKey })
  }

  const isSent = sent !== undefined
  return (
    <Stack as="form" ref={form} gap={6} aria-label={quiz.title} noValidate onSubmit={(event) => event.preventDefault()}>
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
        {/* not of type «submit»: Enter in a field must not spend an attempt */}
        <Button loading={isSent} onClick={() => void send()}>
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
