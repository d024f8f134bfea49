import { type Actor, curates } from '#contract/users/users.policy.ts'
import { eventWeight, keptMs, maxActMs, maxWeight } from '#server/events/event-limits.ts'
import type { StoredEvent } from '#server/events/events.repo.ts'

/** More than this are not sent one by one. */
export const maxAtOnce = 500

const weightOf = ({ user_ids }: StoredEvent) => eventWeight + user_ids.length

/**
 * The latest events that this process has received, for pages that connect: thousands may come at once after a restart,
 * and none of them asks the database.
 */
export const createRecentEvents = () => {
  const byId = new Map<number, StoredEvent>()
  const byPerson = new Map<number, StoredEvent[]>()
  let forCurators: StoredEvent[] = []
  let weight = 0
  /** Events from before these moments may be missing: they were not loaded, or forgotten since. */
  let loadedFrom = Number.POSITIVE_INFINITY
  let keptFrom = Number.NEGATIVE_INFINITY
  let latestId = 0

  const index = (event: StoredEvent) => {
    byId.set(event.id, event)
    weight += weightOf(event)
    for (const id of new Set(event.user_ids)) {
      const own = byPerson.get(id)
      if (own) own.push(event)
      else byPerson.set(id, [event])
    }
    if (event.to_curators) forCurators.push(event)
  }

  const clear = () => {
    byId.clear()
    byPerson.clear()
    forCurators = []
    weight = 0
  }

  /** Forgets the older half, so that it costs little per event. */
  const makeRoom = () => {
    const newestFirst = [...byId.values()].sort((a, b) => b.at - a.at)
    clear()
    for (const event of newestFirst) {
      if (weight + weightOf(event) > maxWeight / 2) {
        keptFrom = event.at + 1
        break
      }
      index(event)
    }
  }

  /** Adds events; those that are there already stay as they are. */
  const add = (events: readonly StoredEvent[]) => {
    for (const event of events) {
      latestId = Math.max(latestId, event.id)
      if (!byId.has(event.id)) index(event)
    }
    if (weight > maxWeight) makeRoom()
  }

  const isComplete = (moment: number) => moment >= loadedFrom && moment >= keptFrom

  /** The moment from which a page that has received an event may have missed others; null when that is unknown. */
  const resumeFrom = (id: number) => {
    const last = byId.get(id)
    if (!last || last.at < Date.now() - keptMs) return null
    const moment = last.at - maxActMs
    return isComplete(moment) ? moment : null
  }

  /** Those of a person since a moment, in their order; null when some may be missing, or there are too many. */
  const listSince = (actor: Actor, moment: number) => {
    if (!isComplete(moment)) return null
    const own = byPerson.get(actor.id) ?? []
    const found = new Set((curates(actor, 'courses') ? [...own, ...forCurators] : own).filter(({ at }) => at > moment))
    return found.size > maxAtOnce ? null : [...found].sort((a, b) => a.id - b.id)
  }

  return {
    add,
    /** Forgets everything until `fill`; returns the ids of what was there. */
    begin: () => {
      const known = new Set(byId.keys())
      clear()
      loadedFrom = Number.POSITIVE_INFINITY
      keptFrom = Number.NEGATIVE_INFINITY
      return known
    },
    /** Adds all events since a moment. */
    fill: (events: readonly StoredEvent[], moment: number) => {
      loadedFrom = moment
      add(events)
    },
    /** The latest event's id; 0 before any. */
    latestId: () => latestId,
    /** Whether it has everything that may have become visible since an event. */
    hasAllAfter: (id: number) => resumeFrom(id) !== null,
    /**
     * Everything of a person that may have become visible since an event, with a margin before it; null when the event
     * is not kept any more, or when it is too much.
     */
    listAfter: (actor: Actor, id: number) => {
      const moment = resumeFrom(id)
      return moment === null ? null : listSince(actor, moment)
    },
    /** What a person received within the last minute: a page is loaded a moment before it begins to listen. */
    listLatest: (actor: Actor) => listSince(actor, Date.now() - maxActMs),
  }
}
