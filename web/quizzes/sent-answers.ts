import type { CallResponse } from '#contract/http/endpoint.ts'
import { quizzesApi } from '#contract/quizzes/quizzes.api.ts'
import type { QuizAnswers, QuizAttempt } from '#contract/quizzes/quizzes.schema.ts'
import { act, rollBack } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { sessionLoss } from '#web/data/call.ts'
import { changeLoaded } from '#web/data/change-loaded.ts'
import { keyOf } from '#web/data/endpoint-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { randomId } from '#web/data/random-id.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { createOutbox, type Job, type KeptJob } from '#web/outbox/outbox.ts'
import { createRefusals } from '#web/outbox/refusals.ts'
import { writeDevice } from '#web/ui/device-store.ts'
import { useStore } from '#web/ui/store.ts'

/** Answers on their way, as the device keeps them until the server has them. */
interface Outgoing extends KeptJob {
  quizId: number
  /** Repeated until there is a response: the server makes one attempt of it. */
  requestKey: string
  answers: QuizAnswers
  /** Where the device keeps what was chosen, until it has arrived. */
  draftKey: string
}

/** Answers that have not arrived. `sending`: on their way. `waiting`: sent again soon, `error` is why. */
interface SentAnswers {
  quizId: number
  phase: 'sending' | 'waiting'
  answers: QuizAnswers
  error?: unknown
}

type AnswersJob = Job<Outgoing, SentAnswers, null>

const outbox = createOutbox<Outgoing, SentAnswers, null, never>({
  kind: 'quiz',
  shownOf: ({ quizId, answers }) => ({ quizId, answers, phase: 'sending' }),
  newWork: () => null,
  atOnce: true,
})
/** Why the server refused the answers to a quiz, until its student answers again. */
const refusals = createRefusals<unknown>()

/**
 * Shows an attempt where its lesson could not be loaded again, such as on the way out of a network: the same answers
 * would be another attempt.
 */
const showAttempt = (quizId: number, attempt: QuizAttempt) => {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: keyOf(quizzesApi.list) })) {
    changeLoaded(queryClient, queryKey, ({ quizzes }: CallResponse<typeof quizzesApi.list>) => ({
      quizzes: quizzes.map((quiz) => {
        const own = quiz.own_attempts ?? []
        const isLacking = quiz.id === quizId && own.every(({ number }) => number < attempt.number)
        return isLacking ? { ...quiz, own_attempts: [...own, attempt] } : quiz
      }),
    }))
  }
}

/** Whether the same answers are still being taken: an earlier request of this key has not ended yet. */
const isUnderWay = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

const sendNow = async (job: AnswersJob): Promise<void> => {
  const { quizId, userId, requestKey, answers, draftKey } = job.kept
  try {
    const { attempt } = await act(quizzesApi.answer, {
      params: { id: quizId },
      headers: { 'idempotency-key': requestKey },
      body: { answers },
      as: userId,
      background: true,
    })
    writeDevice(draftKey, null)
    if (outbox.isCurrent(job)) showAttempt(quizId, attempt)
  } catch (error) {
    // its person has left: the device keeps the answers until they are back
    if (!outbox.isCurrent(job)) return
    if (judgeFailure(error) !== 'refused' || isUnderWay(error) || !sessionLoss.isPerson(userId)) {
      outbox.show(job, { phase: 'waiting', error })
      return job.clock.wait(() => send(job), error)
    }
    refusals.set(userId, quizId, error)
  }
  await outbox.remove(job)
}
const send = (job: AnswersJob) => outbox.send(job, sendNow)

/** Sends what an earlier page could not, and follows the other tabs. */
export const startAnswers = () =>
  outbox.start({
    onOwn: send,
    onCommand: () => {},
    // another tab has sent them: here the same questions would be answered a second time
    onStop: ({ kept }, isOver) => {
      if (!isOver && sessionLoss.isPerson(kept.userId)) void rollBack(quizzesApi.answer)
    },
  })

/** Sends the answers to a quiz until the server has them. */
export const sendAnswers = (given: Pick<Outgoing, 'quizId' | 'userId' | 'answers' | 'draftKey'>) => {
  startAnswers()
  refusals.clear(given.userId, given.quizId)
  const answers: Outgoing = { ...given, key: String(given.quizId), requestKey: randomId(), begunAt: Date.now() }
  const job = outbox.add(answers, { isNew: true })
  void outbox.note(job, {})
}

/** The answers to a quiz that have not arrived; undefined without any. */
export const useSentAnswers = (quizId: number) => useStore(outbox.list).find((sent) => sent.quizId === quizId)

/** Why a person's answers to a quiz were refused. */
export const useRefusal = (quizId: number, userId: number) => refusals.use(userId, quizId)
