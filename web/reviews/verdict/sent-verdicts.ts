import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { storableLines } from '#contract/http/storable.ts'
import { pathTo } from '#contract/pages.ts'
import { reviewsApi } from '#contract/reviews/reviews.api.ts'
import { type Review, undoTimeMs } from '#contract/reviews/reviews.schema.ts'
import { verdictKey } from '#contract/reviews/verdict-draft.ts'
import { tasksApi } from '#contract/tasks/tasks.api.ts'
import type { Attempt, Task, TaskRow } from '#contract/tasks/tasks.schema.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import { fullName } from '#contract/users/names.ts'
import { rollBack } from '#web/data/act.ts'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { call, sessionLoss } from '#web/data/call.ts'
import { queryClient } from '#web/data/query-client.ts'
import { randomId } from '#web/data/random-id.ts'
import { reportError } from '#web/data/report-error.ts'
import { mayOutlive } from '#web/drafts/drafts.queries.ts'
import { type OpenDraft, openDraft, openedDraft } from '#web/drafts/open-drafts.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { createOutbox, type Job, type KeptJob } from '#web/outbox/outbox.ts'
import { verdictTexts } from '#web/outbox/outbox-texts.ts'
import { panesThatFit } from '#web/reviews/use-panes.ts'
import { dropUndoable, putUndoable } from '#web/reviews/verdict/undo-list.ts'
import { moveRow, takeMovedTask, type VerdictBody } from '#web/reviews/verdict/use-verdict.ts'
import { type KeptVerdict, sameVerdict, verdictAsTyped, verdictSource } from '#web/reviews/verdict/verdict-draft.ts'
import { latestAttempt } from '#web/tasks/task-steps.ts'
import { reloadTask } from '#web/tasks/tasks.queries.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** A verdict on its way, as the device keeps it until the server has confirmed it. */
interface Outgoing extends KeptJob {
  taskId: number
  /** The student and the lesson. */
  title: string
  body: VerdictBody
  /** What was typed, to be brought back as it was. */
  typed: KeptVerdict | null
  /** Taken back before anybody knew whether it had arrived. */
  undoing: boolean
  /** By it, the server takes the verdict back once, however often a lost response makes us ask. */
  undoKey: string
}

/**
 * A verdict that was not answered. `sending`: on its way. `waiting`: no answer, sent again. `undoing`: taken back
 * before anybody knows whether it arrived. `refused`: the server will not have it, `error` is why.
 */
export interface SentVerdict {
  taskId: number
  phase: 'sending' | 'waiting' | 'undoing' | 'refused'
  error?: unknown
}

type VerdictJob = Job<Outgoing, SentVerdict, null>

const outbox = createOutbox<Outgoing, SentVerdict, null, 'undo'>({
  kind: 'verdict',
  shownOf: ({ taskId, undoing }) => ({ taskId, phase: undoing ? 'undoing' : 'waiting' }),
  newWork: () => null,
  atOnce: true,
})
/** A refused verdict whose reason nobody has read yet. */
interface RefusedVerdict extends SentVerdict {
  /** The student and the lesson. */
  title: string
}

const refusals = createStore<RefusedVerdict[]>([])
/** The messages about refused verdicts, by their tasks. */
const refusalToasts = new Map<number, number>()
/** The versions that verdicts have made of the reviews of tasks. */
const madeRevisions = new Map<number, number>()
/** When the person last pressed anything. */
let lastAct = 0

const jobOf = (taskId: number) => outbox.jobs.get(String(taskId))
const refusalOf = (taskId: number) => refusals.get().find((refusal) => refusal.taskId === taskId)
const find = (taskId: number) => jobOf(taskId)?.shown ?? refusalOf(taskId)

const isOnDesk = () => desk.bringBack !== elsewhere

/** Goes to a page of the app; the desk, where verdicts begin, has set how. */
let goTo: (address: string) => unknown = (address) => location.assign(address)

const open = (taskId: number) =>
  isOnDesk() ? desk.bringBack(taskId) : goTo(pathTo('tasks.index', {}, { task: taskId }))

/** Shows what happened to a task that is not on screen, and the way back. */
const elsewhere = (taskId: number) => {
  const refusal = refusalOf(taskId)
  const shown = toast({
    severity: refusal ? 'error' : 'info',
    summary: refusal ? verdictTexts.refused : 'Решение отменено',
    detail: refusal
      ? `${refusal.title}. ${describeError(refusal.error).detail} Набранное цело.`
      : 'Работа снова в очереди, набранное цело.',
    life: Number.POSITIVE_INFINITY,
    key: `verdict:${taskId}`,
    action: { label: 'Открыть', onClick: () => open(taskId) },
    // beside the verdict where there is room
    ...(isOnDesk() && panesThatFit() === 3 && { group: 'desk' }),
  })
  if (refusal) refusalToasts.set(taskId, shown)
}
const desk = { bringBack: elsewhere }

const doneTexts = { accepted: 'Работа принята', returned: 'Работа возвращена на доработку' }

const undoableOf = ({ taskId, body, title, begunAt }: Outgoing) => ({
  id: `verdict:${taskId}`,
  summary: doneTexts[body.verdict],
  detail: title,
  at: begunAt,
  until: null,
  undo: () => takeBackSent(taskId),
})

/** Whether the verdict in force is this one: its answer was lost on the way. */
const isMade = (task: Task, { body, userId }: Outgoing) => {
  const attempt = latestAttempt(task)
  const review = attempt?.review
  return (
    attempt?.number === body.attempt &&
    task.review_revision === (body.review_revision ?? 0) + 1 &&
    review?.user.id === userId &&
    review.verdict === body.verdict &&
    review.comment === storableLines(body.comment ?? '')
  )
}

const load = async ({ taskId, userId }: Outgoing) =>
  (await call(tasksApi.get, { params: { id: taskId }, as: userId })).task

/** The task with the verdict on it; throws why there is none. */
const ask = async (verdict: Outgoing): Promise<Task> => {
  const { taskId, body, userId } = verdict
  try {
    const params = { id: taskId }
    return (await call(reviewsApi.review, { params, body, as: userId, keepalive: mayOutlive(body) })).task
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error
    // an answer may have been lost on the way: then the verdict is there already
    const task = await load(verdict)
    if (isMade(task, verdict)) return task
    throw error
  }
}

/** The keeper of what was typed; one that is open comes at once. */
const keeperOf = async (task: Pick<Task, 'id'>, userId: number) =>
  (openedDraft(userId, verdictKey(task.id)) as OpenDraft<KeptVerdict | null> | undefined) ??
  (await openDraft(verdictSource(task, userId)))

const mayTryAgain = (error: unknown) => !(error instanceof ApiError) || judgeFailure(error) === 'again'

/** Brings back what was typed, which was put away with the verdict, unless it was continued. */
const restoreTyped = async ({ userId, body, typed }: Outgoing, task: Pick<Task, 'id'>) => {
  const draft = await keeperOf(task, userId)
  if (draft.get().value?.attempt !== body.attempt) draft.replace(typed)
}

/** The task without the verdict; throws why it has it still. `restore`: what was typed was put away with the verdict. */
const askBack = async (verdict: Outgoing, restore: boolean): Promise<Task> => {
  const { taskId, userId, undoKey } = verdict
  try {
    const headers = { 'idempotency-key': undoKey }
    return (await call(reviewsApi.undo, { params: { id: taskId }, headers, as: userId })).task
  } catch (error) {
    if (!mayTryAgain(error)) throw error
    // perhaps only the answer was lost: the server has deleted the verdict then, and this page alone has its text
    const task = await load(verdict).catch(() => null)
    const review = task && latestAttempt(task)?.review
    if (task && !review) return task
    if (restore && review?.user.id !== userId) await restoreTyped(verdict, { id: taskId })
    throw error
  }
}

const takeBackMade = async (verdict: Outgoing, untilMs: number, restore: boolean) => {
  const { taskId } = verdict
  dropUndoable(`verdict:${taskId}`)
  try {
    const task = await askBack(verdict, restore)
    if (restore) await restoreTyped(verdict, task)
    takeMovedTask(queryClient, task)
    desk.bringBack(taskId)
  } catch (error) {
    reportError(error, 'Решение не отменено')
    if (mayTryAgain(error) && Date.now() < untilMs) offerUndo(verdict, untilMs, restore)
    else void reloadTask(queryClient, taskId).catch(() => {})
  }
}

const offerUndo = (verdict: Outgoing, untilMs: number, restore: boolean) =>
  putUndoable({
    ...undoableOf(verdict),
    until: untilMs,
    undo: () => void takeBackMade(verdict, untilMs, restore),
  })

/**
 * The server has the verdict, which can be undone for a while: the draft is no longer needed, unless something was
 * typed into it while the verdict was on its way.
 */
const made = async (job: VerdictJob, task: Task, begunAtMs: number) => {
  const { typed, userId, taskId, undoing } = job.kept
  const untilMs = begunAtMs + undoTimeMs
  if (undoing) {
    // until it is taken back there, too, the task waits
    await takeBackMade(job.kept, untilMs, false)
    return outbox.remove(job)
  }
  madeRevisions.set(taskId, task.review_revision)
  void outbox.remove(job)
  const draft = await keeperOf(task, userId)
  if (sameVerdict(draft.get().value, typed)) draft.end(typed?.earlier ? { ...typed.earlier, earlier: null } : null)
  // somebody else has signed in meanwhile
  if (!sessionLoss.isPerson(userId)) return dropUndoable(`verdict:${taskId}`)
  takeMovedTask(queryClient, task)
  if (Date.now() < untilMs) offerUndo(job.kept, untilMs, true)
  else dropUndoable(`verdict:${taskId}`)
}

/** Takes a verdict back on the server, too, where it had arrived before it was taken back. */
const settleUndo = async (job: VerdictJob, task: Task) => {
  if (isMade(task, job.kept)) await takeBackMade(job.kept, Date.now(), false)
  else void rollBack(reviewsApi.review)
  await outbox.remove(job)
}

const refuse = (job: VerdictJob, error: unknown) => {
  const { taskId, title, undoing, begunAt } = job.kept
  dropUndoable(`verdict:${taskId}`)
  void outbox.remove(job)
  void rollBack(reviewsApi.review)
  if (undoing) return
  refusals.set([...refusals.get(), { taskId, title, phase: 'refused', error }])
  // somebody who has begun something else stays there, and gets a message
  if (lastAct <= begunAt) desk.bringBack(taskId)
  else elsewhere(taskId)
}

/** Sends a verdict, or loads the outcome of one that was taken back. */
const sendNow = async (job: VerdictJob): Promise<void> => {
  const begunAtMs = Date.now()
  const { undoing } = job.kept
  let task: Task
  try {
    task = await (undoing ? load : ask)(job.kept)
  } catch (error) {
    // its person has left: the device keeps it until they are back
    if (!outbox.isCurrent(job)) return
    if (!mayTryAgain(error) && sessionLoss.isPerson(job.kept.userId)) return refuse(job, error)
    outbox.show(job, { phase: job.kept.undoing ? 'undoing' : 'waiting' })
    return job.clock.wait(() => send(job), error)
  }
  await (undoing ? settleUndo(job, task) : made(job, task, begunAtMs))
}
const send = (job: VerdictJob) => outbox.send(job, sendNow)

const onOwn = (job: VerdictJob) => {
  const { phase } = job.shown
  if (phase === 'undoing') void outbox.note(job, { undoing: true })
  if (phase === 'waiting') putUndoable(undoableOf(job.kept))
  // the next task is drawn first
  setTimeout(() => send(job))
}

const onUndo = (job: VerdictJob) => {
  if (job.kept.undoing) return
  dropUndoable(`verdict:${job.kept.taskId}`)
  void outbox.note(job, { undoing: true })
  outbox.show(job, { phase: 'undoing' })
  // what is on its way is taken back once there is an answer
  if (!job.clock.isWaiting()) return
  job.clock.stop()
  send(job)
}

const askToStay = (event: BeforeUnloadEvent) => {
  const isLate = ({ own, shown }: VerdictJob) => own && (shown.phase === 'waiting' || shown.phase === 'undoing')
  if ([...outbox.jobs.values()].some(isLate)) event.preventDefault()
}

let started = false
/**
 * Sends what an earlier page could not: a verdict is never lost without a word. `go` goes to a page without loading the
 * app again, which would forget why a verdict was refused.
 */
export const startVerdicts = (go?: typeof goTo) => {
  if (go) goTo = go
  if (started) return
  started = true
  for (const act of ['keydown', 'pointerdown'])
    addEventListener(act, () => (lastAct = Date.now()), { capture: true, passive: true })
  addEventListener('beforeunload', askToStay)
  outbox.start({
    onOwn,
    onCommand: onUndo,
    onStop: ({ kept }, isOver) => isOver || dropUndoable(`verdict:${kept.taskId}`),
  })
}

/** Takes back a verdict that has not been answered: the task is on the desk again at once, with all that was typed. */
export const takeBackSent = (taskId: number) => {
  const job = jobOf(taskId)
  if (!job || job.shown.phase === 'undoing') return
  dropUndoable(`verdict:${taskId}`)
  outbox.show(job, { phase: 'undoing' })
  outbox.act(job.kept.key, 'undo')
  desk.bringBack(taskId)
}

/** Sends a verdict while the desk moves to the next task. It is sent until the server has confirmed it. */
export const sendVerdict = (
  client: QueryClient,
  { task, body, typed, userId }: { task: Task; body: VerdictBody; typed: KeptVerdict | null; userId: number },
) => {
  startVerdicts()
  forgetRefused(task.id)
  const student = task.students[0] ? `${fullName(task.students[0])}: ` : ''
  const verdict: Outgoing = {
    key: String(task.id),
    taskId: task.id,
    userId,
    title: `${student}${task.lesson.name}`,
    body,
    typed,
    undoing: false,
    undoKey: randomId(),
    begunAt: Date.now(),
  }
  const job = outbox.add(verdict, { isNew: true, shown: { taskId: task.id, phase: 'sending' } })
  void outbox.note(job, {})
  putUndoable(undoableOf(verdict))
  moveRow(client, { ...task, status: taskStatuses[body.verdict] })
}

/** Takes back a verdict that an earlier page has made, while the server still lets one. */
export const takeBackEarlier = (task: Task, attempt: Attempt, review: Review) => {
  const { verdict, comment, user } = review
  const earlier: Outgoing = {
    key: String(task.id),
    taskId: task.id,
    userId: user.id,
    title: task.lesson.name,
    body: { attempt: attempt.number, verdict, comment },
    typed: verdictAsTyped(attempt, review),
    undoing: false,
    undoKey: randomId(),
    begunAt: Date.now(),
  }
  return takeBackMade(earlier, Date.now(), true)
}

/** How a task comes back on the desk while that is on screen; returns how to forget it. */
export const whenBroughtBack = (act: (taskId: number) => void) => {
  desk.bringBack = act
  return () => {
    if (desk.bringBack === act) desk.bringBack = elsewhere
  }
}

/** Whether the verdict on a task was refused, and nobody has read why yet. */
export const isRefused = (taskId: number) => find(taskId)?.phase === 'refused'

/** Takes the reason of a refused verdict as read. */
export const forgetRefused = (taskId: number) => {
  if (!refusalOf(taskId)) return
  refusals.set(refusals.get().filter((refusal) => refusal.taskId !== taskId))
  dismissToast(refusalToasts.get(taskId) ?? 0)
  refusalToasts.delete(taskId)
}

/** Whether a row of the queue is older than a verdict on its task: it was loaded before the verdict was made. */
export const isBehind = ({ id, review_revision }: Pick<TaskRow, 'id' | 'review_revision'>) =>
  review_revision < (madeRevisions.get(id) ?? 0)

/** How many verdicts wait for the network. */
export const useUnsentCount = () => useStore(outbox.list).filter(({ phase }) => phase === 'waiting').length

/** The tasks whose verdicts have no answer yet. */
export const useUnanswered = () => useStore(outbox.list).map(({ taskId }) => taskId)

const subscribe = (listener: () => void) => {
  const leaves = [outbox.list.subscribe(listener), refusals.subscribe(listener)]
  return () => {
    for (const leave of leaves) leave()
  }
}

/** What was sent about a task and not answered yet, or refused. */
export const useSentVerdict = (taskId: number) => useSyncExternalStore(subscribe, () => find(taskId))
