import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { beforeSignOut } from '#web/app/before-sign-out.ts'
import { call } from '#web/data/call.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { createRetryClock } from '#web/outbox/retry-clock.ts'
import { afterPaint } from '#web/ui/after-paint.ts'

const turns = new Map<number, Promise<unknown>>()

/**
 * Acts on one lease happen in the order in which they were begun: leaving and coming back must not end in a release.
 */
export const inTurn = <T>(taskId: number, act: () => Promise<T>) => {
  // the task, or the one after it, is painted first
  const turn = (turns.get(taskId) ?? Promise.resolve()).then(afterPaint).then(act, act)
  turns.set(taskId, turn)
  return turn
}

/** The leases that are being returned, each with the clock of its next try. */
const returns = new Map<number, ReturnType<typeof createRetryClock>>()

/**
 * Returns somebody's lease of a task. Without a network it is returned once there is one, unless they open the task
 * again before, or sign out.
 */
export const returnLease = async (
  taskId: number,
  userId: number,
  { keepalive = false, clock = createRetryClock() } = {},
) => {
  returns.set(taskId, clock)
  const isWanted = () => returns.get(taskId) === clock
  try {
    await call(reviewsApi.release, { params: { id: taskId }, as: userId, background: true, keepalive })
  } catch (error) {
    if (isWanted() && judgeFailure(error) === 'again') {
      clock.wait(() => void inTurn(taskId, async () => isWanted() && returnLease(taskId, userId, { clock })), error)
      return
    }
  }
  if (isWanted()) returns.delete(taskId)
}

// what waits for its next try has no session then
beforeSignOut(async () => {
  for (const clock of returns.values()) clock.wake()
  await Promise.allSettled(turns.values())
})

/** The task is opened again: its lease is not returned any more. */
export const stopReturn = (taskId: number) => {
  returns.get(taskId)?.stop()
  returns.delete(taskId)
}
