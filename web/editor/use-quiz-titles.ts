import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { quizTitles } from '#web/editor/quiz-titles.ts'
import { quizzesQuery } from '#web/quizzes/quizzes.queries.ts'

/** Loads the titles of a lesson's quizzes while its text has any. */
export const useQuizTitles = (lessonId: number | undefined, html: string) => {
  const { data } = useQuery({
    ...quizzesQuery(lessonId ?? 0),
    enabled: lessonId !== undefined && html.includes('data-quiz='),
  })
  useEffect(() => {
    if (data) quizTitles.set(new Map(data.quizzes.map(({ id, title }) => [String(id), title])))
  }, [data])
}
