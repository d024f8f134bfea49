import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { pathTo } from '#contract/pages.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { type Review, undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import { type Attempt, type Task, type TaskRow, taskStatuses } from '#contract/tasks/tasks.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { ApiError } from '#web/app/api-error.ts'
import { call } from '#web/app/call.ts'
import { queryClient } from '#web/app/query-client.ts'
import { reportError } from '#web/app/report-error.ts'
import { mayOutlive } from '#web/drafts/drafts.queries.ts'
import { type OpenDraft, openDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { dropUndoable, putUndoable } from '#web/reviews/verdict/undo-list.ts'
import { moveRow, takeMovedTask, type VerdictBody } from '#web/reviews/verdict/use-verdict.ts'
import { type KeptVerdict, verdictAsTyped, verdictKey, verdictSource } from '#web/reviews/verdict/verdict-draft.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { reloadTask } from '#web/tasks/tasks.queries.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { toast } from '#web/ui/toasts.ts'
import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

/**
 * A verdict that the desk has gone on from. `sending`: on its way. `waiting`: no answer, tried again. `undoing`: taken
 * back before anybody knows whether it arrived. `refused`: the server would not have it, and said why. One that was
 * made is here no longer.
 */
export interface SentVerdict {
  taskId: number
  userId: number
  /** Whose work it is, and the lesson. */
  title: string
  body: VerdictBody
  /** What was typed, to be brought back as it was. */
  kept: KeptVerdict | null
  phase: 'sending' | 'waiting' | 'undoing' | 'refused'
  at: number
  error: unknown
}

const sent = createStore<SentVerdict[]>([])
const backoff = [2000, 4000, 8000, 16_000, 30_000]
/** Verdicts that wait for the network, and how each is tried again. */
const retries = new Map<number, { timer: ReturnType<typeof setTimeout>; again: () => void }>()
/** When the person last pressed anything. */
let lastAct = 0
/** The versions that verdicts have made of the reviews of works. */
const madeRevisions = new Map<number, number>()

/** The desk is not on screen: what happened is told, and the way back offered. */
const elsewhere = (taskId: number) => {
  const isRefused = find(taskId)?.phase === 'refused'
  toast({
    severity: isRefused ? 'error' : 'info',
    summary: isRefused ? 'Решение не отправлено' : 'Решение отменено',
    detail: 'Работа снова в очереди, набранное цело.',
    life: Number.POSITIVE_INFINITY,
    key: `verdict:${taskId}`,
    action: { label: 'Открыть', onClick: () => location.assign(`${pathTo('tasks.index')}?task=${taskId}`) },
  })
}
const desk = { bringBack: elsewhere }

const find = (taskId: number) => sent.get().find((other) => other.taskId === taskId)
const deviceKey = (userId: number) => `sent-verdicts:${userId}`

const set = (userId: number, next: SentVerdict[]) => {
  sent.set(next)
  const unanswered = next.filter((other) => other.userId === userId && other.phase !== 'refused')
  // a page that is closed must not lose them
  writeDevice(deviceKey(userId), unanswered.length ? unanswered.map(({ error: _, ...kept }) => kept) : null)
}
const put = (verdict: SentVerdict) =>
  set(verdict.userId, [...sent.get().filter(({ taskId }) => taskId !== verdict.taskId), verdict])
const drop = ({ taskId, userId }: Pick<SentVerdict, 'taskId' | 'userId'>) =>
  set(
    userId,
    sent.get().filter((other) => other.taskId !== taskId),
  )

const mayTryAgain = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429

const tryLater = (taskId: number, tries: number, again: () => void) => {
  const act = () => {
    clearTimeout(retries.get(taskId)?.timer)
    if (retries.delete(taskId)) again()
  }
  retries.set(taskId, { timer: setTimeout(act, backoff[Math.min(tries, backoff.length - 1)]), again: act })
}
const wakeAll = () => {
  for (const { again } of [...retries.values()]) again()
}
const askToStay = (event: BeforeUnloadEvent) => {
  if (sent.get().some(({ phase }) => phase === 'waiting' || phase === 'undoing')) event.preventDefault()
}
let started = false
const startOnce = () => {
  if (started) return
  started = true
  addEventListener('online', wakeAll)
  for (const act of ['keydown', 'pointerdown'])
    addEventListener(act, () => (lastAct = Date.now()), { capture: true, passive: true })
  addEventListener('beforeunload', askToStay)
}

const doneWords = { accepted: 'Работа принята', returned: 'Работа возвращена на доработку' }

/** Whether the verdict in force is this one: its answer was lost on the way. */
const isMade = (task: Task, { body, userId }: SentVerdict) => {
  const attempt = latestAttempt(task)
  const review = attempt?.review
  return (
    attempt?.number === body.attempt &&
    task.review_revision === (body.review_revision ?? 0) + 1 &&
    review?.user.id === userId &&
    review.verdict === body.verdict &&
    review.comment === (body.comment ?? '')
  )
}

const undoableOf = (verdict: SentVerdict) => ({
  id: `verdict:${verdict.taskId}`,
  summary: doneWords[verdict.body.verdict],
  detail: verdict.title,
  at: verdict.at,
  until: null,
  undo: () => takeBackSent(verdict.taskId),
})

/** The keeper of what was typed; the one that is open answers at once. */
const keeperOf = async (task: Task, userId: number) =>
  (openedDraft(userId, verdictKey(task.id)) as OpenDraft<KeptVerdict | null> | undefined) ??
  (await openDraft(verdictSource(task, userId)))

/** `restore`: what was typed was put away with the verdict, and comes back. */
const takeBackMade = async (verdict: SentVerdict, until: number, restore: boolean) => {
  const { taskId, userId, kept } = verdict
  dropUndoable(`verdict:${taskId}`)
  try {
    const { task } = await call(reviewsApi.undo, { params: { id: taskId }, as: userId })
    if (restore) (await keeperOf(task, userId)).replace(kept)
    takeMovedTask(queryClient, task)
    drop(verdict)
    desk.bringBack(taskId)
  } catch (error) {
    drop(verdict)
    reportError(error, 'Решение не отменено')
    if (mayTryAgain(error) && Date.now() < until) offerUndo(verdict, until, restore)
    else void reloadTask(queryClient, taskId).catch(() => {})
  }
}

const offerUndo = (verdict: SentVerdict, until: number, restore: boolean) =>
  putUndoable({ ...undoableOf(verdict), until, undo: () => void takeBackMade(verdict, until, restore) })

/** The server has the verdict: the draft has done its work, and the verdict can be taken back for a while. */
const made = async (verdict: SentVerdict, task: Task, begunAt: number) => {
  const { kept, userId, taskId } = verdict
  const until = begunAt + undoTimeMs
  // until it is taken back there, too, the work waits
  if (find(taskId)?.phase === 'undoing') return takeBackMade(verdict, until, false)
  madeRevisions.set(taskId, task.review_revision)
  drop(verdict)
  const draft = await keeperOf(task, userId)
  draft.end(kept?.earlier ? { ...kept.earlier, earlier: null } : null)
  takeMovedTask(queryClient, task)
  if (Date.now() < until) offerUndo(verdict, until, true)
  else dropUndoable(`verdict:${taskId}`)
}

const refused = (verdict: SentVerdict, error: unknown) => {
  const { taskId } = verdict
  dropUndoable(`verdict:${taskId}`)
  const undone = find(taskId)?.phase === 'undoing'
  void queryClient.invalidateQueries({ queryKey: ['tasks', 'list'] })
  if (undone) return drop(verdict)
  put({ ...verdict, phase: 'refused', error })
  // who has begun something else is told, not torn away from it
  if (lastAct <= verdict.at) desk.bringBack(taskId)
}

/** The work with the verdict on it; throws why there is none. */
const ask = async (verdict: SentVerdict): Promise<Task> => {
  const { taskId, body, userId } = verdict
  const params = { id: taskId }
  try {
    return (await call(reviewsApi.review, { params, body, as: userId, keepalive: mayOutlive(body) })).task
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error
    // an answer may have been lost on the way: then the verdict is there already
    const { task } = await call(tasksApi.get, { params })
    if (isMade(task, verdict)) return task
    throw error
  }
}

const deliver = async (verdict: SentVerdict, tries = 0): Promise<void> => {
  const begunAt = Date.now()
  let task: Task
  try {
    task = await ask(verdict)
  } catch (error) {
    return mayTryAgain(error) ? putOff(verdict, tries, error) : refused(verdict, error)
  }
  await made(verdict, task, begunAt)
}

const putOff = (verdict: SentVerdict, tries: number, error: unknown) => {
  const phase = find(verdict.taskId)?.phase === 'undoing' ? 'undoing' : 'waiting'
  put({ ...verdict, phase, error })
  // what is taken back is not sent again, but nobody knows yet whether it arrived
  const again = phase === 'undoing' ? () => void settleUndo(verdict, tries + 1) : () => void deliver(verdict, tries + 1)
  tryLater(verdict.taskId, tries, again)
}

/** Finds out whether a verdict that was taken back had arrived, and takes it back there, too. */
const settleUndo = async (verdict: SentVerdict, tries = 0): Promise<void> => {
  let task: Task
  try {
    task = (await call(tasksApi.get, { params: { id: verdict.taskId } })).task
  } catch (error) {
    return mayTryAgain(error) ? putOff(verdict, tries, error) : refused(verdict, error)
  }
  if (isMade(task, verdict)) return takeBackMade(verdict, Date.now(), false)
  drop(verdict)
  void queryClient.invalidateQueries({ queryKey: ['tasks', 'list'] })
}

/** Takes a verdict back that has not been answered: the work is on the desk again at once, with all that was typed. */
export const takeBackSent = (taskId: number) => {
  const verdict = find(taskId)
  if (!verdict || verdict.phase === 'undoing' || verdict.phase === 'refused') return
  dropUndoable(`verdict:${taskId}`)
  const wasWaiting = verdict.phase === 'waiting'
  put({ ...verdict, phase: 'undoing' })
  if (wasWaiting) {
    clearTimeout(retries.get(taskId)?.timer)
    retries.delete(taskId)
    void settleUndo(verdict)
  }
  desk.bringBack(taskId)
}

/** Sends a verdict while the desk goes on. It is sent until the server has answered. */
export const sendVerdict = (
  client: QueryClient,
  { task, body, kept, userId }: { task: Task; body: VerdictBody; kept: KeptVerdict | null; userId: number },
) => {
  startOnce()
  const student = task.students[0] ? `${fullName(task.students[0])}: ` : ''
  const verdict: SentVerdict = {
    taskId: task.id,
    userId,
    title: `${student}${task.lesson.name}`,
    body,
    kept,
    phase: 'sending',
    at: Date.now(),
    error: null,
  }
  put(verdict)
  putUndoable(undoableOf(verdict))
  moveRow(client, { ...task, status: taskStatuses[body.verdict] })
  // kept on the device by now; the next work is drawn first
  setTimeout(() => void deliver(verdict))
}

/** Sends again what an earlier page could not: a verdict is never lost without a word. */
export const resumeVerdicts = (userId: number) => {
  startOnce()
  for (const left of readDevice<SentVerdict[]>(deviceKey(userId)) ?? []) {
    if (find(left.taskId)) continue
    put({ ...left, phase: left.phase === 'undoing' ? 'undoing' : 'waiting', error: null })
    if (left.phase === 'undoing') void settleUndo(left)
    else {
      putUndoable(undoableOf(left))
      void deliver(left)
    }
  }
}

/** Takes back a verdict that an earlier page has made, while the server still lets one. */
export const takeBackEarlier = (task: Task, attempt: Attempt, review: Review) => {
  const { verdict, comment, user } = review
  const body = { attempt: attempt.number, verdict, comment }
  const kept = verdictAsTyped(attempt, review)
  const made = { taskId: task.id, userId: user.id, title: task.lesson.name, body, kept }
  return takeBackMade({ ...made, phase: 'sending', at: Date.now(), error: null }, Date.now(), true)
}

/** How a work comes back on the desk while that is on screen; answers how to forget it. */
export const whenBroughtBack = (act: (taskId: number) => void) => {
  desk.bringBack = act
  return () => {
    if (desk.bringBack === act) desk.bringBack = elsewhere
  }
}

/** Takes the answer to a refused verdict as read. */
export const forgetRefused = (taskId: number) => {
  const verdict = find(taskId)
  if (verdict?.phase === 'refused') drop(verdict)
}

/** Whether a row of the queue is older than a verdict on its work: it was asked for before the verdict was made. */
export const isBehind = ({ id, review_revision }: Pick<TaskRow, 'id' | 'review_revision'>) =>
  review_revision < (madeRevisions.get(id) ?? 0)

/** Verdicts without an answer, and those that were refused. */
export const useSentVerdicts = () => useStore(sent)

/** What was sent about a work and not answered yet, or refused. */
export const useSentVerdict = (taskId: number) => useSyncExternalStore(sent.subscribe, () => find(taskId))
