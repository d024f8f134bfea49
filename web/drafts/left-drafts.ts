import type { Orphan } from '#web/drafts/device-copies.ts'
import { writeDevice } from '#web/ui/use-device-draft.ts'

const readLeft = (name: string): unknown => {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(name)
    return JSON.parse(kept ?? 'null')
  } catch {
    // the pages of the section were kept as bare text
    return kept
  }
}

/**
 * What an earlier version of the site kept of a draft under names of its own; `copyOf` makes a copy of it. Whatever it
 * was written on, the server's draft is newer or there is none.
 */
export const leftDrafts = (names: string[], copyOf: (kept: unknown) => Orphan['copy']): Orphan[] =>
  names.flatMap((name) => {
    const kept = readLeft(name)
    return kept === null ? [] : [{ copy: copyOf(kept), at: 0, drop: () => writeDevice(name, null) }]
  })
