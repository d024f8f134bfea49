import type { Journal } from '#contract/journal/journal.schema.ts'
import { counted } from '#contract/plural.ts'
import { watchUser } from '#web/auth/session.ts'
import { describeError } from '#web/data/api-error.ts'
import { isAway } from '#web/data/away.ts'
import { reportError } from '#web/data/report-error.ts'
import { isOwn, type OwnChange, type SendKind } from '#web/journal/pending-changes.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** A change of a journal that did not reach the server. */
interface Unsaved {
  /** Who has made it: nobody else is shown it, or sends it. */
  userId: number
  /** The course of the journal. */
  courseId: number
  /** What it changes: cells, totals, a weight. The last change of each counts. */
  places: string[]
  /** Describes the unsaved values of places: «Анна Белова: 7». */
  nameOf: (places: string[]) => string
  /** Sends what is still to be kept in places. */
  save: (places: string[]) => void
  /** Whether the journal, as it is loaded, has what was to be saved in a place. */
  isStored: (place: string, journal: Journal) => boolean
  /** Called for places that the journal turns out to have. */
  onStored?: (places: string[]) => void
  /** What to say beside a refusal, such as of a text that was typed: that message stays. */
  note?: string
  /** The change of the score, the comment or the total in a place. */
  changeAt?: (place: string) => OwnChange | undefined
  /** What is to be sent of places. */
  sentOf?: (places: string[]) => { kind: SendKind; sent: object }
}

let unsaved: (Unsaved & { failure: unknown })[] = []
let shown: number | undefined

/** The message names that many. */
const maxNamed = 4

const namesOf = (changes: Unsaved[]) => {
  const all = changes.map(({ nameOf, places }) => nameOf(places))
  const rest = all.length - maxNamed
  return all.slice(0, maxNamed).join(', ') + (rest > 0 ? ` и ещё ${counted(rest, 'клетка', 'клетки', 'клеток')}` : '')
}

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

const saveAll = () => {
  const all = unsaved
  unsaved = []
  tell()
  for (const { save, places } of all) save(places)
}

/** Changes that their person is asked about: whether they replace what a colleague has set. */
interface Asked {
  userId: number
  courseId: number
  /** What would be sent by now; null when all of it was typed again meanwhile. */
  sentOf: () => { kind: SendKind; sent: object } | null
}

const asked = new Set<Asked>()

/** What is to be sent again, and what the person is asked about. */
export const unsavedSends = () => [
  ...[...asked].filter(isOwn).flatMap(({ courseId, sentOf }) => {
    const sent = sentOf()
    return sent ? [{ courseId, ...sent }] : []
  }),
  ...unsaved.flatMap(({ courseId, places, sentOf }) => (sentOf ? [{ courseId, ...sentOf(places) }] : [])),
]

const listeners = new Set<() => void>()
/** Calls back when that changes. */
export const watchUnsaved = (listener: () => void) => void listeners.add(listener)
const notify = () => {
  for (const listener of listeners) listener()
}

/**
 * Asks a person about changes, and keeps them until that is answered: the page may end before. Somebody who has signed
 * out meanwhile is asked when they open the journal again.
 */
export const keepAsked = async (changes: Asked, ask: () => Promise<void>) => {
  if (!isOwn(changes)) return
  asked.add(changes)
  notify()
  try {
    await ask()
  } finally {
    asked.delete(changes)
    notify()
  }
}

/** The session ended before the change was saved: the same succeeds once the person is back. */
const isSignedOut = (error: unknown) => judgeFailure(error) === 'signed-out'

/** Whether what failed so is kept: nobody has answered, the server cannot save it now, or the session has ended. */
export const isKeptAfter = (error: unknown) => judgeFailure(error) !== 'refused'

const summaryOf = (failures: unknown[]) => {
  if (failures.some(isSignedOut)) return 'Вход закончился: не сохранено'
  return failures.some(isAway) ? 'Нет связи: не сохранено' : 'Пока не сохранено'
}

/** One message about all of them, for as long as there are any. */
const tell = () => {
  notify()
  if (shown !== undefined) dismissToast(shown)
  shown = undefined
  removeEventListener('beforeunload', askToStay)
  if (unsaved.length === 0) return
  addEventListener('beforeunload', askToStay)
  const failures = unsaved.map(({ failure }) => failure)
  // the text has the code for the support
  const failed = failures.findLast((failure) => !isAway(failure) && !isSignedOut(failure))
  shown = toast({
    severity: 'error',
    summary: summaryOf(failures),
    detail: failed ? `${namesOf(unsaved)}. ${describeError(failed).detail}` : namesOf(unsaved),
    life: Number.POSITIVE_INFINITY,
    // closed, it would take with it what was typed
    closable: false,
    action: { label: 'Повторить', onClick: saveAll },
  })
}

/** Places were changed again, or are about to be: what did not reach the server no longer counts. */
export const forgetUnsaved = (places: string[]) => {
  const changed = new Set(places)
  if (!unsaved.some((change) => change.places.some((place) => changed.has(place)))) return
  unsaved = unsaved
    .map((change) => ({ ...change, places: change.places.filter((place) => !changed.has(place)) }))
    .filter((change) => change.places.length > 0)
  tell()
}

/** Names what is unsaved in the journal of a course; empty when nothing is. */
export const unsavedText = (courseId: number) => namesOf(unsaved.filter((change) => change.courseId === courseId))

/** Whether anything is unsaved in the journal of a course. */
export const hasUnsaved = (courseId: number) => unsaved.some((change) => change.courseId === courseId)

/** Whether a change of what is in a place did not reach the server, as far as anybody knows. */
export const isUnsaved = (place: string) => unsaved.some(({ places }) => places.includes(place))

/** The unsaved change of the score, the comment or the total in a place. */
export const unsavedAt = (place: string) => unsaved.find(({ places }) => places.includes(place))?.changeAt?.(place)

/** The journal was loaded: what it has did reach the server, and only the response was lost. */
export const forgetStored = (journal: Journal) =>
  forgetUnsaved(
    unsaved.flatMap(({ places, isStored, onStored }) => {
      const stored = places.filter((place) => isStored(place, journal))
      if (stored.length > 0) onStored?.(stored)
      return stored
    }),
  )

/** Keeps a change that is to be saved again; any other failure is reported. */
export const keepUnsaved = (error: unknown, summary: string, change: Unsaved) => {
  if (!isOwn(change)) return
  const isKept = isKeptAfter(error)
  if (!isKept && change.note) {
    const detail = `${describeError(error).detail} ${change.note}`
    return toast({ severity: 'error', summary, detail, life: Number.POSITIVE_INFINITY })
  }
  if (!isKept) return reportError(error, summary)
  forgetUnsaved(change.places)
  unsaved.push({ ...change, failure: error })
  tell()
}

watchUser(() => {
  if (unsaved.every(isOwn)) return
  unsaved = unsaved.filter(isOwn)
  tell()
})
