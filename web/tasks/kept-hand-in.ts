import { useEffect, useState } from 'react'
import type { Task } from '#contract/tasks/tasks.schema.ts'
import { randomId } from '#web/data/random-id.ts'
import { keepEntry, readEntry, removeEntry } from '#web/outbox/outbox-entries.ts'
import { inOneTab } from '#web/outbox/outbox-owner.ts'
import type { EntryId } from '#web/outbox/outbox-schema.ts'

/** A hand-in that was begun: its key is repeated until the server has answered. */
export interface BegunHandIn {
  key: string
  /** How many attempts there were: a later hand-in needs a key of its own. */
  after: number
  /** The revision of the draft that was handed in. */
  revision: number
  /** In milliseconds since 1970. */
  at: number
}

const idOf = (task: Task, userId: number): EntryId => ['hand-in', userId, String(task.id), '']

/** The hand-in that was sent after the last attempt, if it was not answered yet, perhaps before a reload. */
const findBegun = async (task: Task, userId: number): Promise<BegunHandIn | null> => {
  const kept = await readEntry<BegunHandIn>(idOf(task, userId))
  if (!kept || kept.after === task.attempts.length) return kept
  // it arrived after all
  if (kept.after < task.attempts.length) forgetHandIn(task, userId)
  return null
}

/** Notes that the draft is handed in; returns the key, the same for every repeat in whichever tab. */
export const beginHandIn = async (task: Task, userId: number, revision: number) => {
  let key = ''
  await inOneTab(`hand-in:${userId}:${task.id}`, async () => {
    key = (await findBegun(task, userId))?.key ?? randomId()
    const handIn: BegunHandIn = { key, after: task.attempts.length, revision, at: Date.now() }
    void keepEntry(idOf(task, userId), handIn, { atOnce: true })
  })
  return key
}

/** The server has answered. */
export const forgetHandIn = (task: Task, userId: number) => void removeEntry(idOf(task, userId))

/** The hand-in that was begun before this was on screen and not answered; null until it is found. */
export const useBegunHandIn = (task: Task, userId: number) => {
  const [begun, setBegun] = useState<BegunHandIn | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it was when the page was opened
  useEffect(() => {
    let left = false
    void findBegun(task, userId).then((found) => {
      if (!left) setBegun(found)
    })
    return () => {
      left = true
    }
  }, [task.id, userId])
  return begun
}
