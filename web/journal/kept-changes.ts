import { currentUser } from '#web/auth/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import type { SetCells, SetScore } from '#web/journal/change-journal.ts'
import type { SetTotals } from '#web/journal/change-totals.ts'
import { type KeptTexts, keptQuestion } from '#web/journal/kept-question.ts'
import {
  basesOf,
  changesOf,
  isOwn,
  type OwnChange,
  pendingSends,
  restoreBases,
  type SetWeight,
} from '#web/journal/pending-changes.ts'
import { unsavedSends, watchUnsaved } from '#web/journal/unsaved-changes.ts'
import { keepEntry, listEntries, moveEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import { countAsOpen, findOpenPages, inOneTab, page } from '#web/outbox/outbox-owner.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'
import { ask } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toasts.ts'

/** Changes of a journal as one call sends them. */
export type Sent =
  | { kind: 'score'; sent: SetScore }
  | { kind: 'cells'; sent: SetCells }
  | { kind: 'totals'; sent: SetTotals }
  | { kind: 'weight'; sent: SetWeight }

/** The same changes as the device keeps them. */
type KeptChange = Sent & {
  /** What each change may replace without a question; null for one that expects nothing. */
  bases: (ReturnType<typeof basesOf> | null)[]
  /** Whether totals wait for changes that are kept before them. */
  follows: boolean
}

const toKeep = (change: Sent): KeptChange => {
  const bases = changesOf(change.sent).map((own) => {
    const found = basesOf(own)
    return found.includes(undefined) ? null : found
  })
  if (change.kind !== 'totals') return { ...change, bases, follows: false }
  // known by being the same objects, which they are not on the next page
  const { over = [], ...sent } = change.sent
  return { kind: 'totals', sent, bases, follows: over.length > 0 }
}

/** What the server had refused of a block, and why: not shown before the rest of it is saved, or has failed. */
const refusedOf = ({ kind, sent }: Sent) => ((kind === 'cells' || kind === 'totals') && sent.refused) || []

/** What a call sends of these changes; null where that is none of them. */
const partOf = (kept: KeptChange, isPart: (change: OwnChange) => boolean): KeptChange | null => {
  const changes = changesOf(kept.sent)
  const indexes = changes.flatMap((change, index) => (isPart(change) ? [index] : []))
  if (indexes.length === 0) return null
  if (indexes.length === changes.length) return kept
  const pick = <Item>(all: Item[]) => indexes.map((index) => all[index] as Item)
  const bases = pick(kept.bases)
  if (kept.kind === 'cells') return { ...kept, bases, sent: { ...kept.sent, cells: pick(kept.sent.cells) } }
  return kept.kind === 'totals' ? { ...kept, bases, sent: { ...kept.sent, totals: pick(kept.sent.totals) } } : kept
}

/** The parts of what was kept that the journal still has, which are sent, and the rest, which stays on the device. */
const split = (kept: KeptChange[], { goneOf }: KeptTexts) => {
  const rest: KeptChange[] = []
  const here = kept.flatMap((each) => {
    const [part, left] = [partOf(each, (change) => !goneOf(change)), partOf(each, (change) => goneOf(change) !== null)]
    // what was refused of it is shown with the part that is sent
    if (left) rest.push(part ? ({ ...left, sent: { ...left.sent, refused: undefined } } as KeptChange) : left)
    return part ?? []
  })
  return { here, rest }
}

/** `earlier` are the changes that were kept before it. */
const revive = ({ bases, follows, ...change }: KeptChange, earlier: OwnChange[]): Sent => {
  for (const [index, own] of changesOf(change.sent).entries()) {
    const found = bases[index]
    if (found) restoreBases(own, found)
  }
  return change.kind === 'totals' && follows ? { ...change, sent: { ...change.sent, over: earlier } } : change
}

/**
 * The last part of the ids that this page writes now: a new one whenever the person changes. What they left behind by
 * signing out has an earlier one, and is not written over when they are back.
 */
let own = page
let people = 0
/** The page that has written an entry. */
const pageOf = ([, , , name]: EntryId) => name.split(':')[0] as string
const idOf = (userId: number, courseId: number): EntryId => ['mark', userId, String(courseId), own]

/** What this page has written for its person, by course. */
const written = new Map<number, string>()
let writer: number | undefined

/** Keeps what the server has not confirmed by now, in the order in which it was made. */
const keepNow = () => {
  const userId = currentUser()?.id
  if (userId !== writer) {
    written.clear()
    people += 1
    own = `${page}:${people}`
  }
  writer = userId
  if (userId === undefined) return
  const sends = Map.groupBy([...unsavedSends(), ...pendingSends(queryClient)], ({ courseId }) => courseId)
  for (const courseId of new Set([...sends.keys(), ...written.keys()])) {
    const kept = (sends.get(courseId) ?? []).map(({ kind, sent }) => toKeep({ kind, sent } as Sent))
    const text = JSON.stringify(kept)
    if (text === written.get(courseId)) continue
    if (kept.length === 0) {
      written.delete(courseId)
      void removeEntry(idOf(userId, courseId))
    } else {
      written.set(courseId, text)
      void keepEntry(idOf(userId, courseId), kept, { atOnce: true })
    }
  }
}

let isPlanned = false
/** Once for all that changes in one go. */
const keepSoon = () => {
  if (isPlanned) return
  isPlanned = true
  queueMicrotask(() => {
    isPlanned = false
    keepNow()
  })
}

let isStarted = false
/** Keeps what is changed from now on, and what is on its way. */
export const startKeeping = () => {
  // what this page keeps is left alone by others
  countAsOpen()
  if (isStarted) return
  isStarted = true
  watchUnsaved(keepSoon)
  queryClient.getMutationCache().subscribe(keepSoon)
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // while the page was in the back/forward cache, another one may have taken its entries
    written.clear()
    keepSoon()
  })
  keepSoon()
}

/** The journal on screen, for what was left of it. */
export interface KeptScreen {
  texts: KeptTexts
  send: (change: Sent) => void
}

const hasOwn = (courseId: number) =>
  [...unsavedSends(), ...pendingSends(queryClient)].some((sent) => sent.courseId === courseId)

const sayLater = () => {
  toast({
    severity: 'info',
    summary: 'Пока не сохранено',
    detail: 'Сначала сохранится то, что изменено сейчас. Остальное предложим, когда журнал откроется снова.',
  })
}

/** The last question of each person and course that could only be put off: this page asks it once. */
const putOff = new Map<string, string>()

/**
 * Offers to save what pages that are gone have left of a journal. Nobody knows whether the server has it, and a colleague
 * may have corrected it since: only the person can say. A dialog that is closed without a choice leaves it on the device.
 * While this page has changes of its own to save, nothing is offered: what was made last must not be replaced.
 */
export const offerLeft = async (userId: number, courseId: number, screen: () => KeptScreen | null) => {
  await inOneTab(`marks:${userId}:${courseId}`, async () => {
    const listAll = () => listEntries<KeptChange[]>('mark', userId, String(courseId))
    // a page that opens while the others are asked does not answer: what it writes by then is not left
    const before = new Set((await listAll()).map(({ id }) => id[3]))
    const isOpen = await findOpenPages()
    // this page may have left what its person was about to save when they signed out, never what it writes now
    const isLeft = (id: EntryId) => (pageOf(id) === page ? id[3] !== own : !isOpen(pageOf(id)))
    const left = (await listAll()).filter(({ id }) => before.has(id[3]) && isLeft(id)).reverse()
    const isGone = () => !isOwn({ userId })
    const isOver = () => isGone() || hasOwn(courseId)
    const shown = screen()
    if (left.length === 0 || isOver() || !shown) return
    const kept = left.flatMap(({ value }) => value)
    const { canSave, ...question } = keptQuestion(
      { changes: kept.flatMap(({ sent }) => changesOf(sent)), refused: kept.flatMap(refusedOf) },
      shown.texts,
    )
    const about = `${userId}:${courseId}`
    if (!canSave && putOff.get(about) === question.text) return
    const isAccepted = await ask(question)
    if (!canSave && isAccepted !== false) putOff.set(about, question.text)
    if (isAccepted === null || (isAccepted && !canSave) || isGone()) return
    const ids = left.map(({ id }) => id)
    if (!isAccepted) return void (await Promise.all(ids.map(removeEntry)))
    if (hasOwn(courseId)) return sayLater()
    // without locks another tab may have asked as well
    const taken: EntryId = ['mark', userId, String(courseId), `${page}:taken`]
    const moved = await moveEntries<KeptChange[]>(ids, taken, (values) => values.flat())
    if (moved?.length === 0) return void toast({ severity: 'info', summary: 'Об этом уже решено в другой вкладке' })
    if (isGone()) return
    if (hasOwn(courseId)) return sayLater()
    const earlier: OwnChange[] = []
    const { here, rest } = split(moved?.flat() ?? kept, shown.texts)
    // a total that was left on the device may follow from what was sent, not saved, and kept again after it
    for (const each of here.toSorted((one, other) => Number(one.kind === 'totals') - Number(other.kind === 'totals'))) {
      const change = revive(each, [...earlier])
      earlier.push(...changesOf(change.sent))
      shown.send(change)
    }
    // by now this page keeps them
    keepNow()
    // without room for the rest, all of it is offered again
    if (rest.length > 0 && !(await keepEntry(taken, rest, { atOnce: true }))) return
    const over = (moved ? [taken] : ids).filter((id) => rest.length === 0 || id[3] !== taken[3])
    await Promise.all(over.map(removeEntry))
  })
}
