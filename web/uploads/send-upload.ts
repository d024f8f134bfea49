import { filesApi } from '#contract/files/files.api.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { readToken } from '#web/auth/token.ts'
import { describeError, NetworkError } from '#web/data/api-error.ts'
import { call, sessionLoss } from '#web/data/call.ts'
import { plainName } from '#web/files/file-names.ts'
import { readFile, removeFile } from '#web/outbox/outbox-entries.ts'
import { uploadText } from '#web/outbox/outbox-texts.ts'
import { toast } from '#web/ui/toasts.ts'
import { isReadable, judgeUpload } from '#web/uploads/upload-failures.ts'
import { jobs, note, outbox, show, type UploadJob, watchers } from '#web/uploads/upload-jobs.ts'
import { createSpeedometer } from '#web/uploads/upload-speed.ts'

/** Max number of uploads at the same time; the others wait. */
const atOnce = 3
/** How often an upload that the server has lost begins again. */
const maxRestarts = 3
/** How often screens and other tabs are informed of progress. */
const showIntervalMs = 200
/** How often the device notes it. */
const noteIntervalMs = 2000

/** Begins what waits, as far as there is room. */
export const pump = () => {
  const own = [...jobs.values()].filter((job) => job.own && job.work.source)
  let room = atOnce - own.filter(({ work }) => work.running).length
  for (const job of own) {
    const { phase } = job.shown
    if (room <= 0 || job.work.running || job.clock.isWaiting() || (phase !== 'waiting' && phase !== 'offline')) continue
    room -= 1
    outbox.send(job, begin)
  }
}

const begin = async (job: UploadJob) => {
  const control = new AbortController()
  job.work.running = control
  // what had no network shows so until something moves
  if (job.shown.phase === 'waiting') show(job, { phase: 'sending', problem: null })
  try {
    const file = await send(job, control.signal)
    control.signal.throwIfAborted()
    await finish(job, file)
  } catch (error) {
    if (!control.signal.aborted) await fail(job, error, control.signal)
  } finally {
    if (job.work.running === control) job.work.running = null
    pump()
  }
}

const send = async (job: UploadJob, signal: AbortSignal): Promise<StoredFile> => {
  const { kept } = job
  const { sendFile } = await import('#web/uploads/send-file.ts')
  signal.throwIfAborted()
  const progress = followProgress(job)
  const token = () => {
    const current = readToken()
    // somebody else has signed in, and this page is about to notice
    if (!current || !sessionLoss.isPerson(kept.userId)) throw new NetworkError()
    job.work.token = current
    return current
  }
  const onUrl = (url: string) => void note(job, { url })
  try {
    const id = await sendFile({ ...kept, file: job.work.source as File, token, onUrl, onSent: progress.follow }, signal)
    return (await call(filesApi.get, { params: { id }, as: kept.userId, background: true }, signal)).file
  } finally {
    progress.end()
  }
}

/** Shows how far it is, and notes it on the device, each at its pace. */
const followProgress = (job: UploadJob) => {
  const measure = createSpeedometer()
  let notedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | null = null
  let now: { sent: number; speed: number | null } = { sent: job.kept.sent, speed: null }
  const tell = () => {
    timer = null
    show(job, { phase: 'sending', problem: null, ...now })
  }
  return {
    follow: (sent: number, confirmed: boolean) => {
      now = { sent, speed: measure(sent) }
      if (confirmed || sent > job.kept.sent) job.clock.reset()
      if (confirmed || performance.now() - notedAt > noteIntervalMs) {
        notedAt = performance.now()
        void note(job, { sent })
      }
      timer ??= setTimeout(tell, showIntervalMs)
    },
    end: () => {
      if (timer) clearTimeout(timer)
    },
  }
}

const finish = async (job: UploadJob, file: StoredFile) => {
  await note(job, { file, sent: job.kept.size })
  show(job, { phase: 'done', file, sent: job.kept.size, speed: null, problem: null })
  job.work.source = null
  await removeFile(job.kept.key)
  outbox.release(job)
}

const fail = async (job: UploadJob, error: unknown, signal: AbortSignal) => {
  const { key, url } = job.kept
  const verdict = judgeUpload(error, {
    begun: url !== null && job.work.restarts < maxRestarts,
    tries: job.clock.tries(),
  })
  if (verdict === 'final' || verdict === 'later') return refuse(job, describeError(error).detail, verdict === 'later')
  if (verdict === 'restart') {
    job.work.restarts += 1
    await note(job, { url: null, sent: 0 })
    return show(job, { phase: 'waiting', sent: 0, speed: null })
  }
  if (verdict === 'sign-in') {
    show(job, { phase: 'paused', speed: null, problem: 'Войдите снова, и загрузка продолжится.' })
    // a user who has just signed out is not asked to sign in
    await new Promise((resolve) => setTimeout(resolve, 1000))
    if (signal.aborted || !(await sessionLoss.regain(job.work.token ?? '', true)) || signal.aborted) return
    return show(job, { phase: 'waiting', problem: null })
  }
  if (error instanceof NetworkError && job.work.source && !(await isReadable(job.work.source))) {
    job.work.source = await readFile(key)
    if (!job.work.source)
      return askForFile(job, `Файл «${plainName(job.kept.name)}» на устройстве изменился или удалён.`)
  }
  if (!signal.aborted) waitForNetwork(job, error)
}

/** Shows that there is no answer, and tries again after a pause. */
export const waitForNetwork = (job: UploadJob, error: unknown) => {
  show(job, { phase: 'offline', speed: null, problem: uploadText(error) })
  job.clock.wait(pump, error)
}

const refuse = (job: UploadJob, problem: string, mayRetry: boolean) => {
  const { target, name } = job.kept
  void note(job, { refused: problem, mayRetry })
  show(job, { phase: 'failed', speed: null, problem, mayRetry })
  if (!watchers.get(target)) {
    toast({ severity: 'error', summary: `Не удалось загрузить «${plainName(name)}»`, detail: problem, life: 8000 })
  }
}

/** Shows that the bytes are lost: only the person can bring them again. */
export const askForFile = (job: UploadJob, reason?: string) => {
  const { name, sent, size } = job.kept
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
  const rest = percent > 0 ? `, чтобы продолжить с ${percent}\u00a0%` : ''
  const problem = reason ? `${reason} Выберите его ещё раз.` : `Выберите файл «${plainName(name)}» ещё раз${rest}.`
  show(job, { phase: 'paused', needsFile: true, speed: null, problem })
}
