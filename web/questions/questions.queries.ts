import { questionsApi } from '#contract/questions/questions.api.ts'
import { useAct } from '#web/data/act.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The questions under a lesson. */
export const questionsQuery = (lessonId: number) => q(questionsApi.list, { params: { id: lessonId } })

/** Questions that wait for an answer of the user. */
export const waitingQuestions = q(questionsApi.waiting)

/** Asks under a lesson. */
export const useAsk = (lessonId: number) =>
  useAct(questionsApi.ask, (text: string) => ({ params: { id: lessonId }, body: { text } }))

/** Changes the user’s own question. */
export const useChangeQuestion = (id: number) =>
  useAct(questionsApi.update, (text: string) => ({ params: { id }, body: { text } }))

/** Sets the answer to a question, or changes the one that was given at `expected`. */
export const useAnswer = (id: number) =>
  useAct(questionsApi.answer, (body: { text: string; expected: string | null }) => ({ params: { id }, body }))

/** Deletes a question. */
export const useDeleteQuestion = (id: number) => useAct(questionsApi.remove, () => ({ params: { id } }))
