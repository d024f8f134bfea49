import type { Draft } from '#contract/tasks/tasks.schema.ts'

/** What the device keeps until the server has confirmed it, and the revision it was written on. */
export interface DeviceCopy {
  content: string
  revision: number
}

/** Where the device keeps its copy. */
export interface DraftStorage {
  read: () => DeviceCopy | null
  write: (copy: DeviceCopy) => void
  clear: () => void
}

/**
 * `saved`: the server has it. `waiting`: typed, about to be sent. `saving`: on its way. `offline`: no answer, on this
 * device only, tried again. `conflict`: the server has another version. `refused`: the server will not have it.
 */
export type DraftPhase = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused'

/** What a screen shows of a draft. */
export interface DraftState {
  content: string
  phase: DraftPhase
  /** When the server last confirmed it. */
  savedAt: string | null
  /** The server's version, while there is a conflict. */
  theirs: Draft | null
  /** Why the server refused. */
  error: unknown
}

/** How a failed save is dealt with. */
export type Failure = 'again' | 'behind' | 'refused'

/** What a draft needs of the world. */
export interface DraftPorts {
  storage: DraftStorage
  save: (content: string, revision: number) => Promise<Draft>
  /** The draft as the server has it now. */
  load: () => Promise<Draft>
  judge: (error: unknown) => Failure
}

/** A pause in typing after which the draft is sent. */
const pause = 1500
const backoff = [2000, 4000, 8000, 16_000, 30_000]

/** Whether two texts are the same to a reader: the server drops what the editor adds for itself. */
export const sameText = (a: string, b: string) => plain(a) === plain(b)

const plain = (html: string) =>
  html
    .replace(/<colgroup>.*?<\/colgroup>|<\/?tbody>/gs, '')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/\s(?!href=)[\w-]+="[^"]*"/g, '').replace(/\s*\/>$/, '>'))
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/^(<p><\/p>)+|(<p><\/p>)+$/g, '')
    .trim()

/**
 * Keeps one draft on the device at once and on the server soon after: one save at a time, the latest text wins, and
 * the copy on the device goes only when the server has confirmed exactly that text. It lives outside of components,
 * so that leaving the page does not stop a save.
 */
export const createDraftSync = (draft: Draft, { storage, save, load, judge }: DraftPorts) => {
  let { revision } = draft
  /** The text that the server has at `revision`. */
  let confirmed = draft.content
  /** Texts whose save was not answered: one of them may be what the server has by now. */
  let unanswered: string[] = []
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let state: DraftState = {
    content: draft.content,
    phase: 'saved',
    savedAt: draft.saved_at,
    theirs: null,
    error: null,
  }
  const listeners = new Set<() => void>()
  const set = (changes: Partial<DraftState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const isDirty = () => state.content !== confirmed
  const keep = () => storage.write({ content: state.content, revision })

  /** The server has `content` now, as `kept`. */
  const confirm = (content: string, kept: Draft) => {
    revision = kept.revision
    confirmed = content
    unanswered = []
    tries = 0
    const done = !isDirty()
    // another tab may have written its own text meanwhile: that is not ours to clear
    if (!done) keep()
    else if (sameText(storage.read()?.content ?? '', state.content)) storage.clear()
    set({ phase: done ? 'saved' : 'waiting', savedAt: kept.saved_at, theirs: null, error: null })
  }

  /** The server's version differs: it is ours after all, or the person has to choose. */
  const meet = (theirs: Draft) => {
    const own = [state.content, ...unanswered].find((text) => sameText(text, theirs.content))
    if (own !== undefined) confirm(own, theirs)
    else if (isDirty()) {
      keep()
      set({ phase: 'conflict', theirs })
    } else take(theirs)
  }

  const take = (theirs: Draft) => {
    revision = theirs.revision
    confirmed = theirs.content
    set({ content: theirs.content, phase: 'saved', savedAt: theirs.saved_at, theirs: null, error: null })
  }

  const fail = async (error: unknown) => {
    const failure = judge(error)
    if (failure === 'refused') return set({ phase: 'refused', error })
    if (failure === 'behind') return meet(await load())
    set({ phase: 'offline', error })
    schedule(backoff[Math.min(tries, backoff.length - 1)] as number)
    tries += 1
  }

  const run = async () => {
    while (isDirty() && state.phase !== 'conflict') {
      const { content } = state
      set({ phase: 'saving' })
      unanswered.push(content)
      try {
        confirm(content, await save(content, revision))
      } catch (error) {
        await fail(error).catch((failure) => fail(failure))
        // the server had it after all, or its own version was taken over: nothing is left to send
        if (state.phase !== 'waiting' && state.phase !== 'saved') throw error
      }
    }
  }

  /** Sends what is not yet confirmed; resolves when the server has it all, rejects with what went wrong. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  const schedule = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush().catch(() => {}), delay)
  }

  const sync = {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Typing. */
    change: (content: string) => {
      set({ content })
      if (state.phase === 'conflict') return keep()
      if (!isDirty()) {
        if (!running) {
          storage.clear()
          set({ phase: 'saved', error: null })
        }
        return
      }
      keep()
      if (!running) set({ phase: state.phase === 'offline' ? 'offline' : 'waiting' })
      if (state.phase !== 'offline') schedule(pause)
    },
    flush: () => (state.phase === 'conflict' ? Promise.reject(new Error('conflict')) : flush()),
    /** The network is back: no more waiting. */
    wake: () => {
      if (state.phase === 'offline') schedule(0)
    },
    /** The server's draft, as some other answer brought it. */
    meet: (theirs: Draft) => {
      if (running || theirs.revision <= revision || theirs.revision === state.theirs?.revision) return
      clearTimeout(timer)
      meet(theirs)
    },
    /** Ends a conflict; answers the text that was not chosen. */
    choose: (whose: 'mine' | 'theirs') => {
      const { theirs, content } = state
      if (!theirs) return null
      if (whose === 'theirs') {
        take(theirs)
        storage.clear()
        return content
      }
      revision = theirs.revision
      confirmed = theirs.content
      keep()
      set({ phase: 'waiting', theirs: null })
      schedule(0)
      return theirs.content
    },
    /** The work was handed in: the draft is empty, and the device need not keep what the server now has as an attempt. */
    handedIn: (empty: Draft) => {
      clearTimeout(timer)
      storage.clear()
      take(empty)
    },
  }

  const kept = storage.read()
  if (kept && sameText(kept.content, draft.content)) storage.clear()
  else if (kept) {
    state = { ...state, content: kept.content }
    if (kept.revision < draft.revision) state = { ...state, phase: 'conflict', theirs: draft }
    else {
      state = { ...state, phase: 'waiting' }
      schedule(0)
    }
  }
  return sync
}

/** One draft in step with the server. */
export type DraftSync = ReturnType<typeof createDraftSync>
