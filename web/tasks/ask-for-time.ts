import { createStore } from '#web/ui/store.ts'

/** The work whose form for more time is open: there is one, wherever it is asked for. */
export const asking = createStore<number | null>(null)

/** Opens the form that asks for more time; it takes the focus, and so comes into sight. */
export const askForTime = (taskId: number) => asking.set(taskId)
