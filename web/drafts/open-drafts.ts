import { currentUser, watchUser } from '#web/auth/session.ts'
import { ApiError } from '#web/data/api-error.ts'
import { listOrphans, ownCopy } from '#web/drafts/draft-copies.ts'
import {
  createDraftSync,
  type DraftPorts,
  type DraftSync,
  type Failure,
  type ServerDraft,
} from '#web/drafts/draft-sync.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { tabsOf } from '#web/outbox/outbox-tabs.ts'
import { onWake } from '#web/outbox/retry-clock.ts'

/** What a draft is of, and how it is kept. */
export interface DraftSource<V> extends Pick<DraftPorts<V>, 'equal' | 'isNone' | 'freshen' | 'load'> {
  userId: number
  key: string
  /** The draft as the server had it when the page was opened; without an answer the device's copy goes first. */
  begin: () => Promise<ServerDraft<V> | null>
  /** `deliberate`: the person asked for it, and is asked to sign in when that is what it takes. */
  save: (value: V, revision: number, deliberate: boolean) => Promise<ServerDraft<V>>
  /** A value that came from the device or another page; undefined when it makes no sense. */
  read: (value: unknown) => V | undefined
  none: V
}

/** A draft that is open on this page. */
export interface OpenDraft<V> extends DraftSync<V> {
  /** Looks whether the server has a newer one. */
  refresh: () => void
}

/** How long the server is waited for before a form opens without it. */
const beginTimeoutMs = 4000

const judge = (error: unknown): Failure =>
  error instanceof ApiError && error.code === 'draft-behind' ? 'behind' : judgeFailure(error)

interface Entry {
  userId: number
  draft: OpenDraft<unknown>
  read: (value: unknown) => unknown
}

// an open draft continues to be saved after its form is gone
const open = new Map<string, Entry>()
const opening = new Map<string, Promise<unknown>>()

/** What a tab sends to the others: the server has confirmed a draft. */
interface Confirmed {
  name: string
  draft: ServerDraft<unknown>
}
const tabs = tabsOf<Confirmed>('draft')

const onConfirmed = ({ name, draft }: Confirmed) => {
  const entry = open.get(name)
  const value = entry?.read(draft.value)
  if (entry && value !== undefined) entry.draft.meet({ ...draft, value })
}

const wakeAll = () => {
  for (const { draft } of open.values()) draft.wake()
}
// nobody shows the drafts of a person who has left: only what is still to be saved waits for them
const followUser = () => {
  const userId = currentUser()?.id
  for (const [name, entry] of open)
    if (entry.userId !== userId && entry.draft.get().phase === 'saved') open.delete(name)
  wakeAll()
}
// a telephone that is put away may never come back to this page
const flushAll = () => {
  if (document.hidden) for (const { draft } of open.values()) void draft.flush().catch(() => {})
}

let started = false
const startOnce = () => {
  if (started) return
  started = true
  tabs.listen(onConfirmed)
  onWake(wakeAll)
  watchUser(followUser)
  document.addEventListener('visibilitychange', flushAll)
}

/** What pages that are gone left on this device; each is read by the form's own rules. */
const findCopies = async <V>({ userId, key, read }: DraftSource<V>) => {
  const orphans = await listOrphans(userId, key)
  return orphans.flatMap((orphan) => {
    const value = read(orphan.copy.value)
    return value === undefined ? [] : [{ ...orphan, copy: { value, revision: orphan.copy.revision } }]
  })
}

const portsOf = <V>(source: DraftSource<V>, name: string): DraftPorts<V> => ({
  ...source,
  judge,
  device: ownCopy(source.userId, source.key),
  save: async (value, revision, deliberate) => {
    const draft = await source.save(value, revision, deliberate)
    tabs.tell({ name, draft })
    return draft
  },
})

/** The server's draft, if it is loaded in time; `late` receives it afterwards. */
const beginning = async <V>(source: DraftSource<V>, late: (draft: ServerDraft<V>) => void) => {
  const answer = source.begin().catch(() => null)
  const first = await Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, beginTimeoutMs, null))])
  if (!first) void answer.then((draft) => draft && late(draft))
  return first
}

const openFresh = async <V>(source: DraftSource<V>, name: string): Promise<OpenDraft<V>> => {
  let opened: OpenDraft<V> | null = null
  const [copies, known] = await Promise.all([findCopies(source), beginning(source, (draft) => opened?.meet(draft))])
  const copy = copies[0]?.copy ?? null
  const draft = known ?? { value: source.none, revision: copy?.revision ?? 0, saved_at: null }
  const sync = createDraftSync(draft, copy, portsOf(source, name))
  const shown = sync.get().value
  // the newest copy is this page's now; of the others only those go that say the same
  void sync.adopted.then((kept) => {
    for (const [index, orphan] of copies.entries())
      if ((index === 0 && kept) || source.equal(orphan.copy.value, shown)) orphan.drop()
  })
  opened = {
    ...sync,
    refresh: () => void source.load().then(sync.meet, () => {}),
  }
  return opened
}

/** The one keeper of a draft on this page, once the device and the server have been asked. */
export const openDraft = async <V>(source: DraftSource<V>): Promise<OpenDraft<V>> => {
  const name = `${source.userId}:${source.key}`
  const known = open.get(name)?.draft as OpenDraft<V> | undefined
  if (known) {
    const fresh = await beginning(source, known.meet)
    if (fresh) known.meet(fresh)
    return known
  }
  startOnce()
  const begun = (opening.get(name) as Promise<OpenDraft<V>> | undefined) ?? openFresh(source, name)
  opening.set(name, begun)
  // one that failed is opened afresh the next time
  const draft = await begun.finally(() => opening.delete(name))
  open.set(name, { userId: source.userId, draft: draft as unknown as OpenDraft<unknown>, read: source.read })
  return draft
}

/** The keeper of a draft that is open on this page already. */
export const openedDraft = (userId: number, key: string): OpenDraft<unknown> | undefined =>
  open.get(`${userId}:${key}`)?.draft
