import { currentUser, watchUser } from '#web/auth/session.ts'
import { keepEntry, listEntries, readEntry, removeEntry } from '#web/outbox/outbox-entries.ts'
import type { Kind } from '#web/outbox/outbox-flag.ts'
import { becomeOwner } from '#web/outbox/outbox-owner.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'
import { tabsOf } from '#web/outbox/outbox-tabs.ts'
import { createRetryClock } from '#web/outbox/retry-clock.ts'
import { createStore } from '#web/ui/store.ts'

/** What the device keeps of something until the server has it. */
export interface KeptJob {
  key: string
  /** Who sends it: it is neither shown nor sent while anybody else is signed in. */
  userId: number
  /** In milliseconds since 1970. */
  begunAt: number
}

/** Something that waits for the server, as this tab works on it. */
export interface Job<K extends KeptJob, Shown, Work> {
  kept: K
  /** How screens show it. */
  shown: Shown
  /** What only the tab that sends it needs. */
  work: Work
  /** This tab sends it, and no other one. */
  own: boolean
  /** The device has had it: where its entry is gone, another tab has ended it. */
  onDevice: boolean
  /** Another tab may own it by now: nothing is sent until that is known. */
  held: boolean
  /** Ends with what this tab last sent of it. */
  sending: Promise<void>
  clock: ReturnType<typeof createRetryClock>
  /** When another tab last sent its state; by performance.now(). */
  stateAtMs: number
  /** Ends the wait for becoming its owner. */
  letGo: AbortController
  release: () => void
}

/** What an outbox needs to know of its kind. */
interface Settings<K extends KeptJob, Shown, Work> {
  kind: Kind
  shownOf: (kept: K) => Shown
  newWork: () => Work
  clock?: Parameters<typeof createRetryClock>[0]
  /** Each is small, and must survive a browser that is killed a moment later. */
  atOnce?: boolean
}

/** What is done about the jobs of an outbox. */
interface Handlers<J, Command> {
  /** This tab has become the owner of a job. */
  onOwn: (job: J) => unknown
  /** A person has asked for something, in this tab or in another one; only the owner is asked. */
  onCommand: (job: J, command: Command) => unknown
  /** Ends what runs for a job: it is over, or its person has left. */
  onStop?: (job: J, isOver: boolean) => void
  /** The server has said again that the person is signed in. */
  onSignedIn?: () => void
}

type Message<K, Shown, Command> =
  | { type: 'state'; kept: K; shown: Shown }
  | { type: 'gone'; key: string }
  | { type: 'ask'; userId: number }
  | { type: 'command'; key: string; command: Command }

/**
 * What waits for the server, of one kind: on the device until the server has it, sent by one tab at a time, shown in
 * all. The next tab takes over when the owner ends, and the next page when the last tab has ended. How a job is sent,
 * and what a refusal means, is up to the handlers.
 */
export const createOutbox = <K extends KeptJob, Shown, Work, Command>({
  kind,
  shownOf,
  newWork,
  clock,
  atOnce = false,
}: Settings<K, Shown, Work>) => {
  type J = Job<K, Shown, Work>
  /** The jobs of who is signed in, oldest first. */
  const jobs = new Map<string, J>()
  const list = createStore<Shown[]>([])
  const isRead = createStore(false)
  const tabs = tabsOf<Message<K, Shown, Command>>(kind)
  let person: number | null = null
  let handlers: Handlers<J, Command> | null = null
  let started = Promise.resolve()

  const idOf = ({ userId, key }: K): EntryId => [kind, userId, key, '']
  const isCurrent = (job: J) => jobs.get(job.kept.key) === job
  const publish = () => list.set([...jobs.values()].map(({ shown }) => shown))

  /** Changes how a job is shown, here and in the other tabs. */
  const show = (job: J, changes: Partial<Shown>) => {
    if (!isCurrent(job)) return
    job.shown = { ...job.shown, ...changes }
    publish()
    if (job.own) tabs.tell({ type: 'state', kept: job.kept, shown: job.shown })
  }

  /** Changes what the device keeps of a job; resolves with whether it outlives the page. */
  const note = async (job: J, changes: Partial<K>) => {
    job.kept = { ...job.kept, ...changes }
    const isKept = isCurrent(job) && (await keepEntry(idOf(job.kept), job.kept, { atOnce }))
    job.onDevice ||= isKept
    return isKept
  }

  /** Takes a job off this tab. */
  const detach = (job: J, isOver: boolean) => {
    job.clock.stop()
    handlers?.onStop?.(job, isOver)
    if (!isCurrent(job)) return
    jobs.delete(job.kept.key)
    publish()
  }
  const release = (job: J) => {
    job.own = false
    job.letGo.abort()
    job.release()
  }
  const leave = (job: J) => {
    detach(job, false)
    release(job)
  }

  /** A job is over: takes it off the screens and the device. */
  const remove = async (job: J) => {
    detach(job, true)
    tabs.tell({ type: 'gone', key: job.kept.key })
    await removeEntry(idOf(job.kept))
    release(job)
  }

  /** Works on a job once no other tab does. */
  const own = async (job: J, isNew: boolean) => {
    const { key, userId } = job.kept
    const askedAtMs = performance.now()
    const isClaimed = () => job.stateAtMs > askedAtMs
    try {
      job.release = await becomeOwner(`${kind}:${userId}:${key}`, { isNew, isClaimed, signal: job.letGo.signal })
    } catch {
      return
    }
    if (!isNew) {
      const kept = await readEntry<K>(idOf(job.kept))
      // over meanwhile
      if (!kept && job.onDevice) return leave(job)
      job.kept = kept ?? job.kept
    }
    if (!isCurrent(job)) return job.release()
    job.own = true
    show(job, {})
    handlers?.onOwn(job)
  }

  /** Adds a job; `isNew` when it was begun in this tab a moment ago. */
  const add = (
    kept: K,
    {
      isNew = false,
      shown = shownOf(kept),
      work = newWork(),
      onDevice = !isNew,
    }: Partial<Pick<J, 'shown' | 'work' | 'onDevice'>> & { isNew?: boolean } = {},
  ): J => {
    const job: J = {
      kept,
      shown,
      work,
      own: false,
      onDevice,
      held: false,
      sending: Promise.resolve(),
      clock: createRetryClock(clock),
      stateAtMs: 0,
      letGo: new AbortController(),
      release: () => {},
    }
    jobs.set(kept.key, job)
    publish()
    void own(job, isNew)
    return job
  }

  /** Adds what the device keeps and this tab does not know yet. */
  const addKept = async (userId: number) => {
    const entries = await listEntries<K>(kind, userId)
    for (const { value } of entries.sort((one, other) => one.value.begunAt - other.value.begunAt))
      if (person === userId && !jobs.has(value.key)) add(value)
    if (person === userId) isRead.set(true)
    tabs.tell({ type: 'ask', userId })
  }

  /** Becomes the owner of a job again, or waits for the tab that is by now. What is being sent ends first. */
  const claimAgain = async (job: J) => {
    handlers?.onStop?.(job, false)
    await job.sending.catch(() => {})
    if (!isCurrent(job)) return
    job.clock.stop()
    release(job)
    const { kept, work, onDevice } = job
    add(kept, { work, onDevice })
    tabs.tell({ type: 'ask', userId: kept.userId })
  }

  /**
   * The browser may take the locks from a page in its back/forward cache, and another tab may then send and end its jobs.
   * So they are held from the moment when it goes: what waits is woken before `pageshow`.
   */
  const followCache = () => {
    globalThis.addEventListener?.('pagehide', ({ persisted }) => {
      if (persisted) for (const job of jobs.values()) job.held = true
    })
    globalThis.addEventListener?.('pageshow', ({ persisted }) => {
      if (!persisted || person === null) return
      for (const job of [...jobs.values()]) void claimAgain(job)
      void addKept(person)
    })
  }

  const onMessage = (message: Message<K, Shown, Command>) => {
    if (message.type === 'ask') {
      for (const job of jobs.values()) if (job.own && job.kept.userId === message.userId) show(job, {})
      return
    }
    if (message.type === 'state') {
      const { kept, shown } = message
      if (kept.userId !== person) return
      const job = jobs.get(kept.key) ?? add(kept, { shown: { ...shownOf(kept), ...shown } })
      if (job.own) return
      job.kept = kept
      job.stateAtMs = performance.now()
      return show(job, shown)
    }
    const job = jobs.get(message.key)
    if (!job) return
    if (message.type === 'gone') leave(job)
    else if (job.own) handlers?.onCommand(job, message.command)
  }

  const followUser = async () => {
    const userId = currentUser()?.id ?? null
    if (person === userId) {
      handlers?.onSignedIn?.()
      return
    }
    person = userId
    isRead.set(false)
    for (const job of jobs.values()) leave(job)
    if (userId !== null) await addKept(userId)
  }

  return {
    jobs,
    list,
    /** Whether the list has what the device keeps. */
    isRead,
    show,
    note,
    add,
    remove,
    /** Takes a job off the screens whose entry another tab has taken. */
    leave: (job: J) => {
      tabs.tell({ type: 'gone', key: job.kept.key })
      leave(job)
    },
    /** Does what sends a job, unless another tab may own it by now. */
    send: (job: J, act: (job: J) => Promise<void>) => {
      if (job.own && !job.held) job.sending = act(job)
    },
    isCurrent,
    /** Whether the device still has a job: another tab may have removed it a moment ago. */
    isKept: async (job: J) => isCurrent(job) && (await readEntry(idOf(job.kept))) !== null && isCurrent(job),
    /** Leaves a finished job to other tabs: no tab works on it any more. */
    release,
    /** Does it here, or asks the tab that sends the job. */
    act: (key: string, command: Command) => {
      const job = jobs.get(key)
      if (job?.own) handlers?.onCommand(job, command)
      else if (job) tabs.tell({ type: 'command', key, command })
    },
    /**
     * Resumes what the device has kept, and follows the other tabs and who is signed in. Does so once. Resolves when the
     * jobs that the device had then are known.
     */
    start: (given: Handlers<J, Command>) => {
      if (handlers) return started
      handlers = given
      tabs.listen(onMessage)
      watchUser(() => void followUser())
      followCache()
      started = followUser()
      return started
    },
  }
}
