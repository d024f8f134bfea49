import { currentUser, watchUser } from '#web/auth/session.ts'
import { type KeptUpload, keptBytes, keptUpload, keptUploadsOf } from '#web/uploads/kept-uploads.ts'
import { askForFile, pump, wake } from '#web/uploads/send-upload.ts'
import { commands, forget, leave, loseNetwork, resume } from '#web/uploads/steer-upload.ts'
import type { Upload } from '#web/uploads/upload.ts'
import { type Job, jobs, show, shown, uploads } from '#web/uploads/upload-jobs.ts'
import { hearTabs, ownUpload, type TabMessage, tellTabs } from '#web/uploads/upload-tabs.ts'

const shownOf = ({ key, target, name, type, size, sent, paused, refused, file }: KeptUpload): Upload => ({
  key,
  target,
  name,
  type,
  size,
  sent,
  speed: null,
  phase: file ? 'done' : refused ? 'failed' : paused ? 'paused' : 'waiting',
  problem: refused,
  needsFile: false,
  file,
})

/** Takes an upload among those that are worked on and shown; `source` when its file is at hand. */
export const addJob = (kept: KeptUpload, source: File | null, upload = shownOf(kept)) => {
  const job: Job = {
    kept,
    source,
    copied: false,
    own: false,
    heardAt: 0,
    letGo: new AbortController(),
    release: () => {},
    running: null,
    token: null,
    tries: 0,
    restarts: 0,
    timer: null,
    over: false,
  }
  jobs.set(kept.key, job)
  uploads.set([...uploads.get(), upload])
  void own(job)
  return job
}

/** Works on an upload once no other tab does. */
const own = async (job: Job) => {
  const { key } = job.kept
  const asked = performance.now()
  try {
    job.release = await ownUpload(key, job.source !== null, () => job.heardAt > asked, job.letGo.signal)
  } catch {
    return
  }
  if (!job.source) {
    const kept = await keptUpload(key)
    if (!kept) return void forget(job)
    job.kept = kept
    if (!kept.file) job.source = await keptBytes(key)
    job.copied = job.source !== null
  }
  if (jobs.get(key) !== job) return job.release()
  if (job.kept.file) {
    show(job, shownOf(job.kept))
    return job.release()
  }
  job.own = true
  show(job, shownOf(job.kept))
  if (!job.source && !job.kept.refused) askForFile(job)
  pump()
}

/** Whose uploads these are. */
let owner: number | null = null

const hear = (message: TabMessage) => {
  if (message.kind === 'ask') {
    for (const job of jobs.values()) if (job.own && job.kept.user_id === message.user_id) show(job, {})
    return
  }
  if (message.kind === 'state') {
    const { kept, upload } = message
    if (kept.user_id !== owner) return
    const job = jobs.get(kept.key) ?? addJob(kept, null, upload)
    if (job.own) return
    job.kept = kept
    job.heardAt = performance.now()
    return show(job, upload)
  }
  const job = jobs.get(message.key)
  if (!job) return
  if (message.kind === 'command') {
    if (job.own) void commands[message.command](job)
    return
  }
  leave(job)
  uploads.set(uploads.get().filter(({ key }) => key !== message.key))
}

/** What was stopped by a lost session goes on with the new one. */
const goOnSignedIn = () => {
  for (const job of jobs.values()) {
    const isStopped = job.own && !job.running && !job.kept.paused && shown(job.kept.key)?.phase === 'paused'
    if (isStopped && job.source) resume(job)
  }
}

/** Only the uploads of who is signed in are sent and shown. */
const followUser = async () => {
  const userId = currentUser()?.id ?? null
  if (owner === userId) return goOnSignedIn()
  owner = userId
  for (const job of jobs.values()) leave(job)
  uploads.set([])
  if (userId === null) return
  for (const kept of await keptUploadsOf(userId)) {
    if (owner === userId && !jobs.has(kept.key)) addJob(kept, null)
  }
  tellTabs({ kind: 'ask', user_id: userId })
}

let awake = false

/** Goes on with what the device has kept, and follows the network, the other tabs and who is signed in. */
export const wakeUploads = () => {
  if (awake) return
  awake = true
  hearTabs(hear)
  const wakeAll = () => {
    for (const job of jobs.values()) wake(job)
  }
  addEventListener('online', wakeAll)
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wakeAll())
  addEventListener('offline', () => {
    for (const job of jobs.values()) loseNetwork(job)
  })
  addEventListener('beforeunload', (event) => {
    // what the device could not keep would be lost
    if ([...jobs.values()].some(({ own, source, copied, kept }) => own && source && !copied && !kept.refused)) {
      event.preventDefault()
    }
  })
  watchUser(() => void followUser())
  void followUser()
}
