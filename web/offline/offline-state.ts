import { createStore } from '#web/ui/store.ts'

/** Since when what is shown is as it is, in milliseconds since 1970; null while the server answers. */
export const shownFrom = createStore<number | null>(null)
