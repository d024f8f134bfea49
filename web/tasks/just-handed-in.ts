import { createStore, useStore } from '#web/ui/store.ts'

/**
 * How long a task cannot be taken back after it was handed in, in milliseconds: «Забрать обратно» comes into the place
 * of «Отправить на проверку» once the server has answered, under a finger that presses again since nothing seemed to
 * happen.
 */
const guardMs = 1500

const justHandedIn = createStore(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** Notes that a task was handed in from this page, just now. */
export const noteHandIn = () => {
  clearTimeout(timer)
  justHandedIn.set(true)
  timer = setTimeout(() => justHandedIn.set(false), guardMs)
}

/** Whether a task was handed in from this page a moment ago. */
export const useJustHandedIn = () => useStore(justHandedIn)
