import { isAway } from '#web/app/away.ts'
import { reportError } from '#web/app/report-error.ts'
import { counted } from '#web/ui/plural.ts'
import { dismissToast, toast } from '#web/ui/toasts.ts'

/** A change of a journal that did not reach the server. */
interface Unsaved {
  /** What was to be kept: «Анна Белова: 7». */
  name: string
  /** Sends it again. */
  save: () => void
}

/** By what they change; the last change of each counts. */
const unsaved = new Map<string, Unsaved>()
let shown: number | undefined

/** The message names that many. */
const maxNamed = 4

const names = () => {
  const all = [...unsaved.values()].map(({ name }) => name)
  const rest = all.length - maxNamed
  return all.slice(0, maxNamed).join(', ') + (rest > 0 ? ` и ещё ${counted(rest, 'клетка', 'клетки', 'клеток')}` : '')
}

const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()

const saveAll = () => {
  const all = [...unsaved.values()]
  unsaved.clear()
  tell()
  for (const { save } of all) save()
}

/** One message about all of them, for as long as there are any. */
const tell = () => {
  if (shown !== undefined) dismissToast(shown)
  shown = undefined
  removeEventListener('beforeunload', askToStay)
  if (unsaved.size === 0) return
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

/** Keeps a change that found nobody to answer, to be saved again; any other failure is reported. */
export const keepUnsaved = (error: unknown, summary: string, place: string, change: Unsaved) => {
  if (!isAway(error)) return reportError(error, summary)
  unsaved.set(place, change)
  tell()
}

/** A place is being changed again: what did not reach the server no longer counts. */
export const forgetUnsaved = (place: string) => {
  if (unsaved.delete(place)) tell()
}
