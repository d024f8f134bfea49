import { useEffect } from 'react'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { scormApi } from '#contract/scorm/scorm.api.ts'
import { maxScormData, type ScormItem, type ScormReport, scormDataText } from '#contract/scorm/scorm.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { isLooking, readToken } from '#web/auth/token.ts'
import { takeResponse } from '#web/data/act.ts'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { call, sessionLoss } from '#web/data/call.ts'
import { randomId } from '#web/data/random-id.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { createOutbox, type Job, type KeptJob } from '#web/outbox/outbox.ts'
import { type Found, isGone, listEntries, moveEntries } from '#web/outbox/outbox-entries.ts'
import { mayHold } from '#web/outbox/outbox-flag.ts'
import { inOneTab } from '#web/outbox/outbox-owner.ts'
import { createRefusals } from '#web/outbox/refusals.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { toast } from '#web/ui/toasts.ts'

// Each part of a package that waits is one job, with the last state that the package has reported. Of two tabs with the
// same package each has its own: they are sent one at a time, and with the later one what the other tab has of before.

/** What a package has reported of a part, as the device keeps it until the server has it. `begunAt`: of the last one. */
interface Outgoing extends KeptJob {
  packageId: number
  /** The title of the package; missing from what an earlier version of the site has kept. */
  title?: string | undefined
  report: ScormReport
  /** The least that the package has asked to remember before: sent in place of the last, where that is too much. */
  spare?: string | undefined
}

/**
 * A report that has not arrived. `waiting`: sent again soon, `error` is why. `refused`: for now, `reason` is why; sent
 * again when its package is opened.
 */
export interface SentReport {
  packageId: number
  report: ScormReport
  begunAt: number
  phase: 'sending' | 'waiting' | 'refused'
  error?: unknown
  reason?: string
  /** The device would not keep it. */
  pageOnly: boolean
}

interface Work {
  /** A later report of the part was too much: why stays on screen when this one has arrived. */
  outgrown: boolean
}

type ReportJob = Job<Outgoing, SentReport, Work>

const outbox = createOutbox<Outgoing, SentReport, Work, 'again'>({
  kind: 'scorm',
  shownOf: ({ packageId, report, begunAt }) => ({ packageId, report, begunAt, phase: 'sending', pageOnly: false }),
  newWork: () => ({ outgrown: false }),
  atOnce: true,
})

/** Why the server refused the last report of a package. */
const refusals = createRefusals<string>()

/** Why a report was refused, for its student. */
const reasonOf = (error: unknown) => {
  if (!(error instanceof ApiError)) return describeError(error).detail
  if (error.status === 404) return 'Урок закрыт, или вас больше нет в курсе.'
  return Object.values(error.fields)[0]?.[0] ?? describeError(error).detail
}

/** The packages on screen, each as often as it is shown. */
const onScreen: number[] = []

/** Shows why a report was refused: at its package, or in a message while that is not on screen. */
const showRefusal = ({ userId, packageId, title }: Outgoing, reason: string) => {
  refusals.set(userId, packageId, reason)
  if (onScreen.includes(packageId)) return
  toast({
    severity: 'error',
    summary: 'Результат не сохранился',
    detail: title ? `«${title}». ${reason}` : reason,
    life: Number.POSITIVE_INFINITY,
    key: `scorm:${packageId}`,
  })
}

/** How long a report is kept that is refused each time: its student may have left the course. */
const refusedLifeMs = 30 * dayMs

/** Whether a report may be taken later: its lesson is hidden or locked, perhaps for an hour. */
const isForNow = (error: unknown, { begunAt }: Outgoing) => {
  if (!(error instanceof ApiError) || Date.now() - begunAt >= refusedLifeMs) return false
  return error.status === 404 || error.code === 'locked' || error.code === 'second-factor-needed'
}

/** What this page has sent of each part: a list that was under way at that moment may be older. */
const arrived = new Map<string, Pick<ScormItem, 'state' | 'data'> & { begunAt: number }>()
const partOf = (userId: number, packageId: number, item: string) => `${userId} ${packageId} ${item}`

/** What was reached in a part. */
type Reached = Pick<ScormReport, 'completed' | 'passed' | 'score'>

/** Two reports of a part as one, by the rules of the server: what was reached stays, the package remembers the later. */
const join = <Later extends Reached>(earlier: Reached, later: Later): Later => {
  const scores = [earlier.score, later.score].filter((score) => score !== null)
  return {
    ...later,
    completed: earlier.completed || later.completed,
    passed: earlier.passed || (later.passed ?? earlier.passed),
    score: scores.length > 0 ? Math.max(...scores) : null,
  }
}

/** What the device keeps of two reports of a part. */
const joinKept = (earlier: Outgoing, later: Outgoing) => {
  const report = join(earlier.report, later.report)
  const [spare] = [earlier.report.data, earlier.spare, later.spare]
    .filter((data) => typeof data === 'string')
    .toSorted((one, other) => one.length - other.length)
  return { begunAt: later.begunAt, report, spare }
}

/** The jobs that this page has begun: no other tab sends them, also while the browser has not said so yet. */
const begun = new WeakSet<ReportJob>()

/** The job of a part that this tab sends, or is about to, other than the given one: a part never has two under way. */
const findOwn = (packageId: number, item: string, except?: ReportJob) =>
  [...outbox.jobs.values()].find(
    (job) =>
      (job.own || begun.has(job)) &&
      job !== except &&
      job.kept.packageId === packageId &&
      job.kept.report.item === item,
  )

const keep = async (job: ReportJob, changes: Partial<Outgoing>) => {
  const noting = outbox.note(job, changes)
  outbox.show(job, { report: job.kept.report, begunAt: job.kept.begunAt })
  const pageOnly = !(await noting)
  if (pageOnly !== job.shown.pageOnly) outbox.show(job, { pageOnly })
}

/** Joins to a job what other tabs have of its part from before; false where another tab has taken the job itself so. */
const takeEarlier = async (job: ReportJob) => {
  const { key, userId, packageId, report, begunAt } = job.kept
  const waiting = await listEntries<Outgoing>('scorm', userId)
  const isFound = waiting.some(({ value }) => value.key === key)
  if (job.onDevice && !isFound && !job.shown.pageOnly && (await isGone(['scorm', userId, key, '']))) {
    // the package may have reported meanwhile, and so have kept it again
    if (job.kept.report === report) return false
  }
  const isEarlier = ({ value }: Found<Outgoing>) =>
    value.key !== key && value.packageId === packageId && value.report.item === report.item && value.begunAt <= begunAt
  const ids = waiting.filter(isEarlier).map(({ id }) => id)
  if (ids.length === 0) return true
  const joinAll = (others: Outgoing[]) => {
    let all = job.kept
    for (const other of others) all = { ...all, ...joinKept(other, all) }
    return all
  }
  const taken = await moveEntries(ids, ['scorm', userId, key, ''], joinAll)
  if (taken) await keep(job, joinAll(taken))
  return true
}

/** Its person has left, or the page was in the back/forward cache. */
const isOff = (job: ReportJob) => !outbox.isCurrent(job) || job.held

/** Sends a report; resolves with what is left to do once the next tab may send its part. */
const sendInTurn = async (job: ReportJob): Promise<undefined | (() => Promise<void>)> => {
  if (isOff(job)) return
  const isWaiting = await takeEarlier(job)
  if (isOff(job)) return
  if (!isWaiting) return void outbox.leave(job)
  const { packageId, userId, report, begunAt } = job.kept
  const token = readToken()
  try {
    const input = { params: { id: packageId }, body: report, as: userId, quiet: true }
    // not `act`, which has a key: the same state again would be taken for a repeat, and one that still runs for a refusal
    const response = await call(scormApi.report, input)
    arrived.set(partOf(userId, packageId, report.item), { state: response.state, data: report.data || null, begunAt })
    if (!job.work.outgrown) refusals.clear(userId, packageId)
    // what waited before is older than what the server has by now
    if (job.kept.report !== report) void keep(job, { spare: report.data })
    void takeResponse(scormApi.report, response, input)
  } catch (error) {
    // its person has left: the device keeps it until they are back
    if (!outbox.isCurrent(job)) return
    const failure = judgeFailure(error)
    const isPerson = sessionLoss.isPerson(userId)
    if (failure !== 'refused' || !isPerson) {
      outbox.show(job, { phase: 'waiting', error })
      if (failure === 'signed-out' && isPerson && token) return () => sendBackIn(job, token, error)
      return void job.clock.wait(() => send(job), error)
    }
    const reason = reasonOf(error)
    if (isForNow(error, job.kept)) return void outbox.show(job, { phase: 'refused', reason })
    showRefusal(job.kept, reason)
    const { spare } = job.kept
    if (job.kept.report === report && spare !== undefined && error instanceof ApiError && error.fields.data) {
      job.work.outgrown = true
      void keep(job, { report: { ...report, data: spare }, spare: undefined })
    }
  }
  if (job.kept.report === report) return void (await outbox.remove(job))
  // the package has reported again meanwhile
  sendAgain(job)
}

/** Sends a report again once its person, whose session was lost, has signed in again. */
const sendBackIn = async (job: ReportJob, lostToken: string, error: unknown) => {
  if (await sessionLoss.regain(lostToken, true)) send(job)
  else if (outbox.isCurrent(job)) job.clock.wait(() => send(job), error)
}

const sendNow = async (job: ReportJob) => {
  const { userId, packageId, report } = job.kept
  const part = `scorm:part:${partOf(userId, packageId, report.item)}`
  const rest = await inOneTab(part, () => sendInTurn(job), { maxWaitMs: minuteMs })
  await rest?.()
}
const send = (job: ReportJob) => outbox.send(job, sendNow)

const sendAgain = (job: ReportJob) => {
  outbox.show(job, { phase: 'sending' })
  job.clock.reset()
  send(job)
}
const retryRefused = (job: ReportJob) => job.shown.phase === 'refused' && sendAgain(job)

/** Joins a report to what is being sent of its part, which is sent next, by its clock, or now where it was refused. */
const addTo = (job: ReportJob, changes: Partial<Outgoing>) => {
  void keep(job, changes)
  retryRefused(job)
}

/** This tab sends the job from now on: one that an earlier page has left becomes a part of what this page sends. */
const onOwn = (job: ReportJob) => {
  const other = findOwn(job.kept.packageId, job.kept.report.item, job)
  if (!other) return send(job)
  const [earlier, later] = job.kept.begunAt < other.kept.begunAt ? [job.kept, other.kept] : [other.kept, job.kept]
  addTo(other, joinKept(earlier, later))
  void outbox.remove(job)
}

/** Whether it is known what earlier pages have left. */
const isKnown = createStore(!mayHold('scorm'))

/** Sends what an earlier page could not, and follows the other tabs. */
export const startReports = async () => {
  await outbox.start({ onOwn, onCommand: retryRefused })
  isKnown.set(true)
}

/** Sends what a package reports until the server has it; of each part the last state. */
export const sendReport = (packageId: number, report: ScormReport, title?: string) => {
  const user = currentUser()
  // who looks at the site as somebody else has no results there
  if (!user || isLooking()) return
  void startReports()
  const own = findOwn(packageId, report.item)
  // joined to what waits, it would take that with it when the server refuses it; a package may report anything
  const outgrown = report.data?.length > maxScormData
  if (own) own.work.outgrown = outgrown
  if (outgrown) return refusals.set(user.id, packageId, scormDataText)
  refusals.clear(user.id, packageId)
  const later = { key: randomId(), userId: user.id, begunAt: Date.now(), packageId, title, report }
  if (own) return addTo(own, joinKept(own.kept, later))
  const job = outbox.add(later, { isNew: true })
  begun.add(job)
  void keep(job, {})
}

/** Sends again what was refused of a package: it is open now. */
export const retryReports = (packageId: number) => {
  for (const { kept } of outbox.jobs.values()) if (kept.packageId === packageId) outbox.act(kept.key, 'again')
}

/** What has not arrived, of all packages; undefined until it is known what earlier pages have left. */
export const useSentReports = () => {
  const sent = useStore(outbox.list)
  return useStore(isKnown) ? sent : undefined
}

/** A part of a package with what it has reported since the list of packages was made. */
export const withSent = (packageId: number, item: ScormItem, sent: SentReport[]): ScormItem => {
  const own = arrived.get(partOf(currentUser()?.id ?? 0, packageId, item.id))
  const isNewer = own?.state && own.state.updated_at > (item.state?.updated_at ?? '')
  let { state, data } = isNewer ? own : item
  for (const { packageId: id, report, begunAt } of sent.toSorted((a, b) => a.begunAt - b.begunAt)) {
    if (id !== packageId || report.item !== item.id) continue
    const { completed, passed, score } = state ? join(state, report) : report
    state = { completed, passed, score, updated_at: new Date(begunAt).toISOString() }
    // what another tab has kept of before it
    if (begunAt >= (own?.begunAt ?? 0)) data = report.data || data
  }
  return { ...item, state, data }
}

/** Why the last report of a package on screen was refused, for its student. */
export const useRefusal = (packageId: number) => {
  useEffect(() => {
    onScreen.push(packageId)
    return () => void onScreen.splice(onScreen.indexOf(packageId), 1)
  }, [packageId])
  return refusals.use(currentUser()?.id ?? 0, packageId)
}
