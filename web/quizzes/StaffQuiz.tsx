import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#contract/format-number.ts'
import { counted, plural } from '#contract/plural.ts'
import { pointsToPass } from '#contract/quizzes/quiz-rules.ts'
import type { Quiz, QuizQuestion, QuizResults } from '#contract/quizzes/quizzes.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { shownNumber, titleOf } from '#web/quizzes/answer-values.ts'
import classes from '#web/quizzes/Quiz.module.css'
import { quizResultsQuery } from '#web/quizzes/quizzes.queries.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { countedStudents } from '#web/users/counted-students.ts'

export interface StaffQuizProps {
  quiz: Quiz
}

/** The right answer of a question, a line for each of its parts. */
const rightLines = (question: QuizQuestion): string[] => {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return question.options.flatMap(({ text, correct }) => (correct ? [text] : []))
    case 'text':
      return [(question.accepted ?? []).join(' · ')]
    case 'number': {
      const value = shownNumber(question.value ?? 0)
      return [question.tolerance ? `${value} ± ${shownNumber(question.tolerance)}` : value]
    }
    case 'order':
      return question.items.map(({ text }, place) => `${place + 1}. ${text}`)
    case 'match':
      return (question.pairs ?? []).map(({ left, right }) => `${left} — ${right}`)
    case 'gaps':
      return (question.gaps ?? []).map(({ accepted }, place) => `${place + 1}. ${accepted.join(' · ')}`)
  }
}

const WholeQuestion = ({ question, number }: { question: QuizQuestion; number: number }) => (
  <Stack as="li" gap={1}>
    <Text weight="medium" anywhere lines>
      {number}. {question.text}
    </Text>
    {rightLines(question).map((line, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: drawn at once, and never changed
      <Row key={place} gap={2} align="start" tone="ok" size={3}>
        <Text as="span" fixed className={classes.sign}>
          <IconCheck size={16} stroke={2.25} aria-hidden="true" />
        </Text>
        <Box grow anywhere>
          {line}
        </Box>
      </Row>
    ))}
    {question.explanation && (
      <Text size={3} tone="soft" anywhere lines>
        {question.explanation}
      </Text>
    )}
  </Stack>
)

const Results = ({ quiz, results }: { quiz: Quiz; results: QuizResults }) => {
  const places = new Map(quiz.questions.map((question, place) => [question.id, { question, number: place + 1 }]))
  if (results.students === 0) return <Text tone="quiet">На этот тест ещё никто не отвечал.</Text>
  return (
    <Stack gap={4}>
      <Text>
        {`${plural(results.students, 'Ответил', 'Ответили', 'Ответили')} ${countedStudents(results.students)}. Тест прошли: ${formatNumber(results.passed)}. Всего попыток: ${formatNumber(results.attempts)}.`}
      </Text>
      <Text size={3} tone="quiet">
        Ошибки в первых попытках; сначала вопросы, где ошибались чаще всего.
      </Text>
      <Stack as="ol" gap={3}>
        {results.questions.map(({ id, students, wrong }) => {
          const place = places.get(id)
          return (
            place && (
              <Stack as="li" gap={1} key={id}>
                <Text anywhere clamp={2}>
                  {place.number}. {titleOf(place.question)}
                </Text>
                <Row gap={3}>
                  <div className={classes.share} aria-hidden="true">
                    <i style={{ width: `${(wrong / Math.max(students, 1)) * 100}%` }} />
                  </div>
                  <Text as="span" size={2} tone="quiet" fixed>
                    {students === 0
                      ? 'ещё не задавали'
                      : `${plural(wrong, 'ошибся', 'ошиблись', 'ошиблись')} ${wrong} из ${students}`}
                  </Text>
                </Row>
              </Stack>
            )
          )
        })}
      </Stack>
    </Stack>
  )
}

const LoadedResults = ({ quiz }: StaffQuizProps) => (
  <ListState query={useQuery(quizResultsQuery(quiz.id))}>
    {({ results }) => <Results quiz={quiz} results={results} />}
  </ListState>
)

const rulesText = ({ questions, attempts, shuffle, in_journal }: Quiz) => {
  const { needed, max } = pointsToPass(questions)
  return [
    counted(questions.length, 'вопрос', 'вопроса', 'вопросов'),
    attempts === null ? 'попыток сколько угодно' : counted(attempts, 'попытка', 'попытки', 'попыток'),
    ...(max > 0 ? [`проходной балл ${formatNumber(needed)} из ${formatNumber(max)}`] : []),
    ...(shuffle ? ['вопросы и варианты перемешаны'] : []),
    ...(in_journal ? ['результат — в журнале'] : []),
  ].join(' · ')
}

/** A quiz for those who teach the course: with its answers, and how students have answered it. */
const StaffQuiz = ({ quiz }: StaffQuizProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div>
        <h2>{quiz.title}</h2>
        <Text size={2} tone="quiet">
          {rulesText(quiz)}
        </Text>
      </div>
      <Fold>
        <FoldSummary>
          <Box grow>Вопросы и верные ответы</Box>
          <FoldArrow />
        </FoldSummary>
        <Stack as="ol" gap={4} pad={4}>
          {quiz.questions.map((question, place) => (
            <WholeQuestion key={question.id} question={question} number={place + 1} />
          ))}
        </Stack>
      </Fold>
      <Fold onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <FoldSummary>
          <Box grow>Как отвечают {called('студенты')}</Box>
          <FoldArrow />
        </FoldSummary>
        <Box pad={4}>{isOpen && <LoadedResults quiz={quiz} />}</Box>
      </Fold>
    </>
  )
}

export default StaffQuiz
