import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#contract/format-number.ts'
import { counted, plural } from '#contract/plural.ts'
import { pointsToPass } from '#contract/quizzes/quiz-rules.ts'
import type { Quiz } from '#contract/quizzes/quizzes.schema.ts'
import { answersText } from '#web/outbox/outbox-texts.ts'
import { QuizForm } from '#web/quizzes/QuizForm.tsx'
import { QuizResult } from '#web/quizzes/QuizResult.tsx'
import { startAnswers, useSentAnswers } from '#web/quizzes/sent-answers.ts'
import { readDevice } from '#web/ui/device-store.ts'
import { Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** How often a quiz can still be answered. */
const triesText = (left: number | null) => {
  if (left === null) return 'Попыток сколько угодно'
  if (left <= 0) return 'Попыток больше нет'
  return `${plural(left, 'Осталась', 'Осталось', 'Осталось')} ${counted(left, 'попытка', 'попытки', 'попыток')}`
}

/** From how many points a quiz is passed; empty where there are none to get. */
const passText = ({ questions }: Quiz) => {
  const { needed, max } = pointsToPass(questions)
  return max > 0 && ` · Чтобы пройти, наберите ${counted(needed, 'балл', 'балла', 'баллов')} из ${formatNumber(max)}`
}

/** A quiz for a student: its questions, or the result of the last attempt. */
export const StudentQuiz = ({ quiz, userId, isOpen }: { quiz: Quiz; userId: number; isOpen: boolean }) => {
  const own = quiz.own_attempts ?? []
  const last = own.at(-1)
  const left = quiz.attempts === null ? null : quiz.attempts - own.length
  const canAnswer = isOpen && (left === null || left > 0)
  const draftKey = `quiz:${userId}:${quiz.id}:${own.length}`
  const sent = useSentAnswers(quiz.id)
  // the number of the attempt that is being answered: begun again on purpose, or before the page was loaded
  const [begun, setBegun] = useState(() => (last && readDevice(draftKey) === null ? null : own.length))
  const heading = useRef<HTMLHeadingElement>(null)
  const shownAttempts = useRef(own.length)
  useEffect(() => void startAnswers(), [])
  useEffect(() => {
    if (shownAttempts.current === own.length) return
    shownAttempts.current = own.length
    // the result is where the form was
    heading.current?.focus()
  }, [own.length])
  const isAnswering = canAnswer && (!last || begun === own.length || sent !== undefined)
  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {quiz.title}
        </h2>
        <Text size={2} tone="quiet">
          {counted(quiz.questions.length, 'вопрос', 'вопроса', 'вопросов')}
          {passText(quiz)}
          {isOpen && ` · ${triesText(left)}`}
          {quiz.in_journal && ' · Лучший результат — в журнал'}
        </Text>
      </div>
      {!isOpen && <Notice icon="archive">Курс в архиве: отвечать на тест уже нельзя.</Notice>}
      {sent?.phase === 'waiting' && (
        <div role="status">
          <Notice icon="clock" tone="warn">
            {answersText(sent.error)}
          </Notice>
        </div>
      )}
      {isAnswering ? (
        <QuizForm key={draftKey} quiz={quiz} userId={userId} draftKey={draftKey} sent={sent} />
      ) : (
        last && (
          <QuizResult quiz={quiz} attempt={last}>
            {canAnswer && (
              <Button variant="default" onClick={() => setBegun(own.length)}>
                Пройти ещё раз
              </Button>
            )}
          </QuizResult>
        )
      )}
    </>
  )
}
