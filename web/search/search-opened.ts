import { createStore } from '#web/ui/store.ts'

/**
 * Whether the search is open: by its button, by its key, or from the user's menu, where a phone has no room for the
 * button.
 */
export const searchOpened = createStore(false)
