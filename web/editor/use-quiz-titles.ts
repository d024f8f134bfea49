import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { quizTitles } from '#web/editor/quiz-titles.ts'
import { quizzesQuery } from '#web/quizzes/quizzes.queries.ts'

/** Loads the titles of a lesson's quizzes while its text has any; a lesson that is not saved yet has none. */
export const useQuizTitles = (lessonId: number | undefined, html: string) => {
  const hasQuizzes = html.includes('data-quiz=')
  const { data, isFetching } = useQuery({
    ...quizzesQuery(lessonId ?? 0),
    enabled: lessonId !== undefined && hasQuizzes,
  })
  const isNew = lessonId === undefined
  useEffect(() => {
    if (!hasQuizzes) return
    const titles = new Map(data?.quizzes.map(({ id, title }) => [String(id), title]))
    quizTitles.set({ titles, isComplete: isNew || (data !== undefined && !isFetching) })
  }, [data, isFetching, isNew, hasQuizzes])
}
