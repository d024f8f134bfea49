import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useRef } from 'react'
import { isCourseStaff } from '#contract/courses/courses.policy.ts'
import { called } from '#contract/users/student-word.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { usePlace } from '#web/app/use-place.ts'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import { QuestionItem } from '#web/questions/QuestionItem.tsx'
import { questionsQuery, useAsk } from '#web/questions/questions.queries.ts'
import { TextForm } from '#web/questions/TextForm.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

/** What the part needs; `readOnly`: nothing can be asked or answered. */
export interface LessonQuestionsProps {
  lesson: KeptLesson
  actor: Actor
  readOnly: boolean
}

const QuestionRow = (props: ComponentProps<typeof QuestionItem>) => {
  const row = useRef<HTMLLIElement>(null)
  useFocusAfter(row, props.isStaff ? '[data-questions]' : '[data-questions] textarea')
  return (
    <Box as="li" ref={row}>
      <Card>
        <QuestionItem {...props} />
      </Card>
    </Box>
  )
}

/** «Вопросы к уроку»: asked by students, answered once for everybody in the course. */
const LessonQuestions = ({ lesson, actor, readOnly }: LessonQuestionsProps) => {
  usePlace()
  const query = useQuery(questionsQuery(lesson.id))
  const ask = useAsk(lesson.id)
  const isStaff = isCourseStaff(actor, lesson.course)
  const isClosed = readOnly || lesson.course.status.slug === 'archived'
  return (
    <Section title="Вопросы к уроку" mt={7} gap={4} tabIndex={-1} data-questions>
      {!isStaff && !isClosed && (
        <TextForm
          label="Ваш вопрос"
          description="Вопрос и ответ увидят все на курсе"
          action="Спросить"
          draftKey={`question:${actor.id}:lesson:${lesson.id}`}
          failure="Вопрос не отправлен"
          send={(text) => ask.mutateAsync(text)}
        />
      )}
      <ListState
        query={query}
        skeleton={<SkeletonList count={2} height={64} />}
        isEmpty={({ questions }) => questions.length === 0}
        empty={
          <Text size={3} tone="quiet">
            {isStaff
              ? `Вопросов пока нет. Когда ${called('студент')} спросит, ответ увидят все на курсе.`
              : 'Вопросов пока нет.'}
          </Text>
        }
      >
        {({ questions }) => (
          <Stack as="ul" gap={3} plain aria-label="Вопросы">
            {questions.map((question) => (
              <QuestionRow key={question.id} question={question} actor={actor} isStaff={isStaff} readOnly={isClosed} />
            ))}
          </Stack>
        )}
      </ListState>
    </Section>
  )
}

export default LessonQuestions
