import {
  type DeviceRecord,
  dropRecordsBefore,
  listRecords,
  putLocally,
  putRecord,
  type RecordId,
  removeRecord,
} from '#web/drafts/device-shelves.ts'
import type { DeviceCopy } from '#web/drafts/draft-sync.ts'
import { findLivingWriters, writer } from '#web/drafts/page-writer.ts'

/** A text that nobody came back to in half a year is done with. In milliseconds. */
const longest = 183 * 24 * 60 * 60_000

interface Place {
  id: RecordId
  turn: number
  /** The newest record, while it is not yet where it should be. */
  latest: DeviceRecord | null
  running: Promise<boolean> | null
}

const places = new Map<string, Place>()

/** Writes one after another: of the records that wait, only the newest. */
const run = async (place: Place) => {
  let kept = true
  while (place.latest) {
    const record = place.latest
    kept = record.copy ? await putRecord(place.id, record) : await removeRecord(place.id)
    if (place.latest === record) place.latest = null
  }
  place.running = null
  return kept
}

const store = (place: Place, copy: DeviceRecord['copy']) => {
  place.turn += 1
  place.latest = { copy, at: Date.now(), turn: place.turn }
  place.running ??= run(place)
  return place.running
}

/** The page is being closed: what has not reached the database goes where it can be put at once. */
const rescue = () => {
  for (const { id, latest } of places.values()) if (latest) putLocally(id, latest)
}

const placeOf = (userId: number, key: string) => {
  if (places.size === 0) {
    addEventListener('pagehide', rescue)
    setTimeout(() => void dropRecordsBefore(Date.now() - longest), 10_000)
  }
  const name = `${userId}:${key}`
  const place = places.get(name) ?? { id: [userId, key, writer], turn: 0, latest: null, running: null }
  places.set(name, place)
  return place
}

/** Where this page keeps its copy of a person's draft; `write` answers whether it outlives the page. */
export const devicePlace = (userId: number, key: string) => {
  const place = placeOf(userId, key)
  return {
    write: (copy: DeviceCopy<unknown>) => store(place, copy),
    clear: () => void store(place, null),
  }
}

/** What a page that is gone has left of a draft; `drop` once it is kept elsewhere or not needed. */
export interface Orphan {
  copy: DeviceCopy<unknown>
  at: number
  drop: () => void
}

/** What pages that are gone have left of a person's draft on this device, the newest first. */
export const listOrphans = async (userId: number, key: string): Promise<Orphan[]> => {
  const [records, lives] = await Promise.all([listRecords(userId, key), findLivingWriters()])
  const left = [...records].filter(([other]) => !lives(other))
  return left
    .flatMap(([other, { copy, at }]) => {
      const drop = () => void removeRecord([userId, key, other])
      if (copy) return { copy, at, drop }
      drop()
      return []
    })
    .sort((a, b) => b.at - a.at)
}
