import type { Anchor } from '#contract/reviews/anchor.schema.ts'
import { findOpenPages } from '#web/outbox/outbox-owner.ts'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'

/** A remark that somebody is typing at a place of the task and has not added yet. */
export interface UnfinishedRemark {
  text: () => string
  /** Adds it at its place. */
  add: () => void
  /** Closes its form without adding it. */
  drop: () => void
}

const open = new Set<UnfinishedRemark>()

/** Registers a form while it is open; returns the function that ends this. */
export const openUnfinished = (remark: UnfinishedRemark) => {
  open.add(remark)
  return () => void open.delete(remark)
}

/** Remarks that are typed and neither added nor given up. */
export const unfinishedRemarks = () => [...open].filter((remark) => remark.text() !== '')

/** What the device keeps of a remark while it is typed. */
export interface KeptRemark {
  text: string
  anchor: Anchor | null
  /** The page that it is typed on. */
  page: string
}

/** Where the device keeps the remarks on a task that are being typed, each under a key that begins with this. */
export const remarksKey = (userId: number | undefined, taskId: number) => `remark:${userId}:${taskId}`

const keysOnDevice = (start: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

/**
 * Takes what pages that are gone without a word have left of remarks on a task, with the numbers of the attempts that
 * their places are in.
 */
export const takeLeftRemarks = async (userId: number, taskId: number) => {
  const start = `${remarksKey(userId, taskId)}:`
  const keys = keysOnDevice(start)
  if (keys.length === 0) return []
  const isOpen = await findOpenPages()
  return keys.flatMap((key) => {
    const kept = readDevice<KeptRemark>(key)
    if (!kept?.page || isOpen(kept.page)) return []
    writeDevice(key, null)
    const { text, anchor } = kept
    return text.trim() === ''
      ? []
      : [{ text: text.trim(), anchor, attempt: Number.parseInt(key.slice(start.length), 10) }]
  })
}
