import type { Failure as AnyFailure } from '#web/outbox/judge-failure.ts'
import { createRetryClock } from '#web/outbox/retry-clock.ts'

/** A draft as the server keeps it. */
export interface ServerDraft<V> {
  value: V
  /** Rises with every change and never goes back. */
  revision: number
  saved_at: string | null
}

/** What the device keeps until the server has confirmed it, and the revision it was written on. */
export interface DeviceCopy<V> {
  value: V
  revision: number
}

/**
 * `saved`: the server has it. `waiting`: typed, about to be sent. `saving`: on its way. `offline`: no answer, on this
 * device only, tried again. `signed-out`: on this device only until the person is back. `conflict`: the server has
 * another version. `refused`: the server will not have it.
 */
export type DraftPhase = 'saved' | 'waiting' | 'saving' | 'offline' | 'signed-out' | 'conflict' | 'refused'

/** What a screen shows of a draft. */
export interface DraftState<V> {
  value: V
  phase: DraftPhase
  /** When the server last confirmed it. */
  savedAt: string | null
  /** The server's version, while there is a conflict. */
  theirs: ServerDraft<V> | null
  /** Why the server refused. */
  error: unknown
  /** The device would not keep what the server has not confirmed: it is in this page only. */
  pageOnly: boolean
  /** Rises when something else than typing has changed the value: fields have to show it. */
  turn: number
}

/** What a failed save means. `behind`: the server has a newer version. */
export type Failure = AnyFailure | 'behind'

/** What a draft needs of the world. */
export interface DraftPorts<V> {
  /** Where this page keeps its copy on the device; `write` resolves with whether it outlives the page. */
  device: { write: (copy: DeviceCopy<V>) => Promise<boolean>; clear: () => void }
  /** `deliberate`: the person has asked for it. */
  save: (value: V, revision: number, deliberate: boolean) => Promise<ServerDraft<V>>
  /** The draft as the server has it now. */
  load: () => Promise<ServerDraft<V>>
  judge: (error: unknown) => Failure
  /** Whether two values say the same to the person, however the server spells them. */
  equal: (a: V, b: V) => boolean
  /** Whether it is no draft at all: nothing is lost when another takes its place. */
  isNone: (value: V) => boolean
  /** The user's own value with the fresh parts of the server's, such as links. */
  freshen?: (own: V, theirs: V) => V
}

/** A pause in typing after which the draft is sent. */
const pauseMs = 1500
/** While somebody types without a pause, the draft is sent this often. */
const maxPauseMs = 10_000

const sameJson = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Keeps one draft on the device at once and on the server soon after: one save at a time, the latest value wins, and
 * the copy on the device goes only when the server has confirmed exactly that. It lives outside of components, so that
 * leaving the page does not stop a save. `copy` is what an earlier page left on the device.
 */
export const createDraftSync = <V>(draft: ServerDraft<V>, copy: DeviceCopy<V> | null, ports: DraftPorts<V>) => {
  const { device, equal, isNone } = ports
  let { revision } = draft
  /** The value that the server has at `revision`. */
  let confirmed = draft.value
  /** Values whose save was not answered: one of them may be what the server has by now. */
  let unanswered: V[] = []
  const clock = createRetryClock()
  /** Since when something has waited to be sent. */
  let waitingSince: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let deliberate = false
  let state: DraftState<V> = {
    value: draft.value,
    phase: 'saved',
    savedAt: draft.saved_at,
    theirs: null,
    error: null,
    pageOnly: false,
    turn: 0,
  }
  const listeners = new Set<() => void>()
  const set = (changes: Partial<DraftState<V>>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const isDirty = () => !sameJson(state.value, confirmed)
  const isSettled = () => !isDirty() && unanswered.length === 0
  const keep = async () => {
    const kept = await device.write({ value: state.value, revision })
    if (kept === state.pageOnly) set({ pageOnly: !kept })
    return kept
  }
  const clear = () => {
    device.clear()
    if (state.pageOnly) set({ pageOnly: false })
  }

  /** The server has `value` now, as `kept`. */
  const confirm = (value: V, kept: ServerDraft<V>) => {
    revision = kept.revision
    confirmed = value
    unanswered = []
    clock.reset()
    const done = !isDirty()
    if (done) {
      clear()
      confirmed = ports.freshen?.(value, kept.value) ?? value
    } else void keep()
    set({
      ...(done ? { value: confirmed } : {}),
      phase: done ? 'saved' : 'waiting',
      savedAt: kept.saved_at,
      theirs: null,
      error: null,
    })
  }

  const take = (theirs: ServerDraft<V>) => {
    revision = theirs.revision
    confirmed = theirs.value
    unanswered = []
    clear()
    set({
      value: theirs.value,
      phase: 'saved',
      savedAt: theirs.saved_at,
      theirs: null,
      error: null,
      turn: state.turn + 1,
    })
  }

  /** Puts the user's own value on top of what the server has. */
  const rebase = (theirs: ServerDraft<V>) => {
    revision = theirs.revision
    confirmed = theirs.value
    void keep()
    set({ phase: 'waiting', theirs: null })
  }

  /** The server's version differs: it is ours after all, or the person has to choose. */
  const meet = (theirs: ServerDraft<V>) => {
    const own = [state.value, ...unanswered].find((value) => equal(value, theirs.value))
    if (own !== undefined) confirm(own, theirs)
    else if (!isDirty() || isNone(state.value)) take(theirs)
    else if (isNone(theirs.value)) rebase(theirs)
    else {
      void keep()
      set({ phase: 'conflict', theirs })
    }
  }

  const fail = async (error: unknown) => {
    const failure = ports.judge(error)
    if (failure === 'refused' || failure === 'signed-out') return set({ phase: failure, error })
    if (failure === 'behind') {
      const theirs = await ports.load()
      // a lower one: the server has long deleted a draft that was ended
      if (theirs.revision !== revision) return meet(theirs)
    }
    set({ phase: 'offline', error })
    clock.wait(() => void flush().catch(() => {}), error)
  }

  const run = async () => {
    while (!isSettled() && state.phase !== 'conflict') {
      const { value } = state
      waitingSince = null
      if (unanswered.length === 0 && equal(value, confirmed)) {
        confirm(value, { value: confirmed, revision, saved_at: state.savedAt })
        return
      }
      set({ phase: 'saving' })
      unanswered.push(value)
      try {
        confirm(value, await ports.save(value, revision, deliberate))
      } catch (error) {
        if (ports.judge(error) !== 'again') unanswered = unanswered.filter((other) => other !== value)
        await fail(error).catch((failure) => fail(failure))
        // the server had it after all, or its own version was taken over: nothing is left to send
        if (state.phase !== 'waiting' && state.phase !== 'saved') throw error
      }
    }
  }

  const stopWaiting = () => {
    clearTimeout(timer)
    clock.stop()
  }
  /** Sends what is not yet confirmed; resolves when the server has it all, rejects with what went wrong. */
  const flush = (): Promise<void> => {
    stopWaiting()
    running ??= run().finally(() => {
      running = null
      deliberate = false
    })
    return running
  }
  const schedule = (delayMs: number) => {
    stopWaiting()
    timer = setTimeout(() => void flush().catch(() => {}), delayMs)
  }
  const isStuck = () => state.phase === 'offline' || state.phase === 'signed-out'

  const change = (value: V) => {
    set({ value })
    if (state.phase === 'conflict') return void keep()
    if (isSettled() && !running) {
      stopWaiting()
      waitingSince = null
      clear()
      return set({ phase: 'saved', error: null })
    }
    void keep()
    if (isStuck()) return
    if (!running) set({ phase: 'waiting' })
    waitingSince ??= Date.now()
    schedule(Math.max(0, Math.min(pauseMs, waitingSince + maxPauseMs - Date.now())))
  }

  const sync = {
    get: () => state,
    /** The server's revision that the value is based on. */
    revision: () => revision,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Typing. */
    change,
    /** Puts another value in the place of what is typed. */
    replace: (value: V) => {
      set({ turn: state.turn + 1 })
      change(value)
    },
    /** Without a pause; `byPerson` when it is what they have just asked for. */
    flush: (byPerson = false) => {
      if (state.phase === 'conflict') return Promise.reject(new Error('conflict'))
      deliberate ||= byPerson
      return flush()
    },
    /** The network or the person is back: no more waiting. */
    wake: () => {
      if (state.phase === 'signed-out') schedule(0)
      else clock.wake()
    },
    /** The server's draft, as some other answer brought it. */
    meet: (theirs: ServerDraft<V>) => {
      if (running || theirs.revision <= revision || theirs.revision === state.theirs?.revision) return
      stopWaiting()
      meet(theirs)
      if (state.phase === 'waiting') schedule(0)
    },
    /** Ends a conflict; returns the value that was not chosen. */
    choose: (whose: 'mine' | 'theirs'): { other: V } | null => {
      const { theirs, value } = state
      if (!theirs) return null
      if (whose === 'theirs') {
        take(theirs)
        return { other: value }
      }
      rebase(theirs)
      schedule(0)
      return { other: theirs.value }
    },
    /**
     * The draft is no longer needed, and is `none` from now on: its end is sent to the server until it confirms.
     * Another version that it has stays.
     */
    end: (none: V) => {
      if (state.theirs) return take(state.theirs)
      change(none)
      void flush().catch(() => {})
    },
    /** The server has emptied the draft itself: the task was handed in. */
    emptied: (empty: ServerDraft<V>) => {
      stopWaiting()
      waitingSince = null
      take(empty)
    },
    /** Whether the copy that an earlier page left is kept by this one, or was not needed; that page's may go then. */
    adopted: Promise.resolve(true),
  }

  if (copy && !equal(copy.value, draft.value)) {
    const behind = copy.revision < draft.revision
    // an end that was not sent applies to the draft it was meant for only
    if (!isNone(copy.value) || !behind) {
      const conflict = behind && !isNone(draft.value)
      if (conflict) revision = copy.revision
      state = { ...state, value: copy.value, phase: conflict ? 'conflict' : 'waiting', theirs: conflict ? draft : null }
      sync.adopted = keep()
      if (!conflict) schedule(0)
    }
  }
  return sync
}

/** One draft in step with the server. */
export type DraftSync<V> = ReturnType<typeof createDraftSync<V>>
