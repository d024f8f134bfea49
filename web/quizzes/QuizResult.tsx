import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#contract/format-number.ts'
import { isPassed, pointsToPass } from '#contract/quizzes/quiz-rules.ts'
import type { Quiz, QuizAttempt, QuizQuestion } from '#contract/quizzes/quizzes.schema.ts'
import { answerLines, titleOf } from '#web/quizzes/answer-values.ts'
import classes from '#web/quizzes/Quiz.module.css'
import { ofPoints } from '#web/tasks/task-steps.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

type Score = QuizAttempt['questions'][number]

const AnsweredQuestion = ({
  question,
  number,
  score,
  lines,
}: {
  question: QuizQuestion
  number: number
  score: Score
  lines: string[]
}) => {
  const Icon = score.correct ? IconCheck : IconX
  return (
    <Stack as="li" gap={2} pad={4} ground={score.correct ? 'ok' : 'bad'} round="m">
      <Text weight="strong" anywhere lines>
        {number}. {titleOf(question)}
      </Text>
      <Row gap={2} align="start">
        <Text as="span" tone={score.correct ? 'ok' : 'bad'} fixed className={classes.sign}>
          <Icon size={18} stroke={2.25} aria-hidden="true" />
        </Text>
        <Box grow anywhere>
          <Text tone={score.correct ? 'ok' : 'bad'} weight="medium">
            {score.correct ? 'Верно' : 'Неверно'}
          </Text>
          {lines.length === 0 ? (
            <Text tone="soft">Без ответа</Text>
          ) : (
            lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an attempt never changes
              <Text key={place} tone="soft">
                {line}
              </Text>
            ))
          )}
        </Box>
      </Row>
      {score.explanation && (
        <Text anywhere lines>
          {score.explanation}
        </Text>
      )}
    </Stack>
  )
}

/** The result of an attempt, question by question; `children` is what can be done next. */
export const QuizResult = ({ quiz, attempt, children }: { quiz: Quiz; attempt: QuizAttempt; children: ReactNode }) => {
  const scores = new Map(attempt.questions.map((score) => [score.id, score]))
  const { points, max_points, number, answered_at, answers } = attempt
  const { needed } = pointsToPass(quiz.questions)
  return (
    <>
      <div role="status">
        <Text size={6} weight="strong" tone={isPassed(attempt) ? 'ok' : 'warn'}>
          {formatNumber(points)} из {ofPoints(max_points)}
          {isPassed(attempt) ? ' · тест пройден' : ` · тест не пройден, нужно ${formatNumber(needed)}`}
        </Text>
        <Text size={2} tone="quiet">
          Попытка {number}, {formatMoment(answered_at)}
        </Text>
      </div>
      <Stack as="ul" gap={3}>
        {quiz.questions.map((question, place) => {
          const score = scores.get(question.id)
          return (
            score && (
              <AnsweredQuestion
                key={question.id}
                question={question}
                number={place + 1}
                score={score}
                lines={answerLines(question, answers[question.id])}
              />
            )
          )
        })}
      </Stack>
      {children && <div>{children}</div>}
    </>
  )
}
