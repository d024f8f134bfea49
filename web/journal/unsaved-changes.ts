import type { Journal } from '#contract/journal/journal.schema.ts'
import { counted } from '#contract/plural.ts'
import { isAway } from '#web/app/away.ts'
import { reportError } from '#web/app/report-error.ts'
import { currentUser, watchUser } from '#web/auth/session.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** A change of a journal that did not reach the server. */
interface Unsaved {
  /** Who has made it: nobody else is shown it, or sends it. */
  userId: number
  /** What it changes: cells, totals, a weight. The last change of each counts. */
  places: string[]
  /** Describes the unsaved values of places: «Анна Белова: 7». */
  nameOf: (places: string[]) => string
  /** Sends what is still to be kept in places. */
  save: (places: string[]) => void
  /** Whether the journal, as it is loaded, has what was to be saved in a place. */
  isStored: (place: string, journal: Journal) => boolean
}

let unsaved: Unsaved[] = []
let shown: number | undefined

/** The message names that many. */
const maxNamed = 4

const names = () => {
  const all = unsaved.map(({ nameOf, places }) => nameOf(places))
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

/** One message about all of them, for as long as there are any. */
const tell = () => {
  if (shown !== undefined) dismissToast(shown)
  shown = undefined
  removeEventListener('beforeunload', askToStay)
  if (unsaved.length === 0) return
  addEventListener('beforeunload', askToStay)
  shown = toast({
    severity: 'error',
    summary: 'Нет связи: не сохранено',
    detail: names(),
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

/** The journal was loaded: what it has did reach the server, and only the response was lost. */
export const forgetStored = (journal: Journal) =>
  forgetUnsaved(unsaved.flatMap(({ places, isStored }) => places.filter((place) => isStored(place, journal))))

/** Keeps a change that found nobody to answer, to be saved again; any other failure is reported. */
export const keepUnsaved = (error: unknown, summary: string, change: Unsaved) => {
  // somebody else has signed in meanwhile
  if (currentUser()?.id !== change.userId) return
  if (!isAway(error)) return reportError(error, summary)
  forgetUnsaved(change.places)
  unsaved.push(change)
  tell()
}

watchUser(() => {
  const userId = currentUser()?.id
  if (unsaved.every((change) => change.userId === userId)) return
  unsaved = unsaved.filter((change) => change.userId === userId)
  tell()
})
