import type { QueryClient } from '@tanstack/react-query'
import type { Journal } from '#contract/journal/journal.schema.ts'
import { type Field, placesIn } from '#web/journal/change-places.ts'
import { hush } from '#web/journal/journal-message.ts'
import { cellIn, follow, type OwnChange, pendingChanges } from '#web/journal/pending-changes.ts'
import { forgetUnsaved, unsavedAt } from '#web/journal/unsaved-changes.ts'

/** The last change that was made at each place. */
const lastAt = new Map<string, OwnChange>()

/** What is the latest by now, of the changes of a journal. */
export const latestIn = (journal: Journal, client: QueryClient) => {
  const { of, ofValue, takenBy, fieldOf, pick } = placesIn(journal)
  const pending = () => pendingChanges(client, journal.course.id)
  /** The last change that is under way at each place. */
  const newestAt = () => {
    const shown = pending().filter((change) => 'to' in change || cellIn(journal, change))
    return new Map(shown.flatMap((change) => of(change).map((place) => [place, change] as const)))
  }
  /** Notes that changes are sent. */
  const note = (changes: OwnChange[]) => {
    for (const change of changes) for (const place of takenBy(change)) lastAt.set(place, change)
  }
  return {
    newestAt,
    note,
    /** Notes what changes take the place of, which is not unsaved any more. */
    begin: (changes: OwnChange[]) => {
      hush()
      const newest = newestAt()
      for (const change of changes) {
        const place = ofValue(change)
        if (place) follow(change, newest.get(place) ?? unsavedAt(place))
      }
      note(changes)
      forgetUnsaved(changes.flatMap(takenBy))
    },
    /** Whether one of these is under way: the rest of a refused block is sent again, after what was made meanwhile. */
    isUnderWay: (changes: OwnChange[]) => pending().some((change) => changes.includes(change)),
    /** What is left of changes: later ones, which wait for their turn, take the place of the rest. */
    leftOf: <Change extends OwnChange>(changes: Change[]) => {
      const later = pending().filter((change) => !(changes as OwnChange[]).includes(change))
      const taken = new Set(later.flatMap(of))
      return pick(changes, (place) => !taken.has(place))
    },
    /** What is left of changes that somebody was asked about: what was typed again meanwhile asks for itself. */
    newestOf: <Change extends OwnChange>(changes: Change[]) =>
      changes.flatMap((change) =>
        pick([change], (place) => {
          const [own, last] = [change, lastAt.get(place)] as { [field in Field]?: unknown }[]
          return last === undefined || last[fieldOf(place)] === own?.[fieldOf(place)]
        }),
      ),
  }
}
