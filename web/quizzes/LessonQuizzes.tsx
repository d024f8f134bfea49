import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { isCourseStaff, newStudent } from '#contract/courses/courses.policy.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { latePart } from '#web/app/late.tsx'
import { Acts } from '#web/courses/as-student.tsx'
import type { KeptLesson } from '#web/lessons/kept-lesson.ts'
import classes from '#web/quizzes/Quiz.module.css'
import { quizzesQuery } from '#web/quizzes/quizzes.queries.ts'
import type { StaffQuizProps } from '#web/quizzes/StaffQuiz.tsx'
import { StudentQuiz } from '#web/quizzes/StudentQuiz.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

const waiting = () => <SkeletonList count={2} height={64} />
const StaffQuiz = latePart<StaffQuizProps>(() => import('#web/quizzes/StaffQuiz.tsx'), waiting)

/** The places of quizzes in a text. */
const usePlaces = (root: RefObject<HTMLElement | null>, html: string) => {
  const [places, setPlaces] = useState<HTMLElement[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other places
  useLayoutEffect(() => {
    const found = [...(root.current?.querySelectorAll<HTMLElement>('[data-quiz]') ?? [])]
    for (const place of found) place.replaceChildren()
    // one quiz at one place
    setPlaces(found.filter(({ dataset }, at) => found.findIndex((other) => other.dataset.quiz === dataset.quiz) === at))
  }, [root, html])
  return places
}

/** Puts the quizzes of a lesson at their places in its text. */
const LessonQuizzes = ({
  root,
  html,
  lesson,
  actor,
}: {
  root: RefObject<HTMLDivElement | null>
  html: string
  lesson: KeptLesson
  actor: Actor
}) => {
  const asStudent = actor.id === newStudent.id
  const query = useQuery(quizzesQuery(lesson.id, asStudent ? 'student' : undefined))
  const places = usePlaces(root, html)
  const staff = isCourseStaff(actor, lesson.course)
  return places.map((place) => {
    const id = Number(place.dataset.quiz)
    return createPortal(
      <Stack gap={4} pad={4.5} ground="surface" round="l" edge="line" className={classes.quiz}>
        <ListState query={query} skeleton={waiting()}>
          {({ quizzes }) => {
            const quiz = quizzes.find((one) => one.id === id)
            if (!quiz)
              return <Text tone="quiet">{staff ? 'Этого теста в уроке больше нет.' : 'Тест убрали из урока.'}</Text>
            if (staff) return <StaffQuiz quiz={quiz} />
            return (
              <Acts disabled={asStudent}>
                <StudentQuiz quiz={quiz} userId={actor.id} isOpen={lesson.course.status.slug !== 'archived'} />
              </Acts>
            )
          }}
        </ListState>
      </Stack>,
      place,
      place.dataset.quiz,
    )
  })
}

export default LessonQuizzes
