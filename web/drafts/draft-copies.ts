import type { DeviceCopy } from '#web/drafts/draft-sync.ts'
import { keepEntry, listEntries, removeEntry } from '#web/outbox/outbox-entries.ts'
import { countAsOpen, findOpenPages, page } from '#web/outbox/outbox-owner.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'

/**
 * Where this page keeps its copy of a person's draft; `write` resolves with whether it outlives the page. No page
 * touches the copy of another one, so two tabs cannot lose each other's text.
 */
export const ownCopy = (userId: number, key: string) => {
  const id: EntryId = ['draft', userId, key, page]
  return {
    write: (copy: DeviceCopy<unknown>) => keepEntry(id, copy),
    clear: () => void removeEntry(id),
  }
}

/** What a page that is gone has left of a draft; `drop` once it is kept elsewhere or not needed. */
export interface Orphan {
  copy: DeviceCopy<unknown>
  drop: () => void
}

/** What pages that are gone have left of a person's draft on this device, the newest first. */
export const listOrphans = async (userId: number, key: string): Promise<Orphan[]> => {
  countAsOpen()
  const copies = await listEntries<DeviceCopy<unknown>>('draft', userId, key)
  // where there are no locks, to ask the others takes a moment
  if (copies.every(({ id: [, , , writer] }) => writer === page)) return []
  const isOpen = await findOpenPages()
  return copies
    .filter(({ id: [, , , writer] }) => !isOpen(writer))
    .map(({ id, value }) => ({ copy: value, drop: () => void removeEntry(id) }))
}
