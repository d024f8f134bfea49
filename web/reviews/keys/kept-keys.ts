import { useEffect } from 'react'
import { flushSync } from 'react-dom'

/** How long keys wait for the form of their task, from when it was asked for or the last of them, in milliseconds. */
const keptMs = 10_000

/** A key as it was pressed. */
export type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** The task that was asked for last, and the one whose form is on screen: keys for the first never reach the second. */
let wanted: number | null = null
let shown: number | null = null
let until = 0
let kept: Pressed[] = []

/** Whether the form of the task that was asked for is not on screen yet. */
export const awaitsForm = () => wanted !== null && wanted !== shown && Date.now() < until

/** What was pressed for it until now. */
export const keptKeys = (): readonly Pressed[] => kept

/** Keeps a key until the form is there. */
export const keepKey = ({ code, key, shiftKey, ctrlKey, metaKey }: Pressed) => {
  kept.push({ code, key, shiftKey, ctrlKey, metaKey })
  // the rest of a text that is being typed is no key of the desk
  until = Date.now() + keptMs
}

/** Keeps keys for this task from now on, unless its form is on screen; those for another task are dropped. */
export const awaitForm = (taskId: number | null) => {
  if (wanted === taskId) return
  wanted = taskId
  until = Date.now() + keptMs
  kept = []
}

/** Once the form of a task answers keys, those that were kept for it are pressed in their order, as far as `press` says. */
export const useShownForm = (taskId: number, isThere: boolean, press: (key: Pressed) => boolean) => {
  useEffect(() => {
    if (!isThere) return
    shown = taskId
    // React draws nothing between them while it runs effects
    queueMicrotask(() => {
      if (wanted !== taskId || shown !== taskId) return
      const keys = Date.now() < until ? kept : []
      kept = []
      // each acts on what the one before it has drawn
      keys.every((key) => flushSync(() => press(key)))
    })
    return () => {
      if (shown === taskId) shown = null
    }
  }, [taskId, isThere, press])
}
