import { createStore } from '#web/ui/store.ts'

/** The task whose form for more time is open: there is one form, wherever it is opened from. */
export const asking = createStore<number | null>(null)

/** Opens the form that asks for more time; it takes the focus, and so comes into sight. */
export const askForTime = (taskId: number) => asking.set(taskId)
