import { createStore } from '#web/ui/store.ts'

/** The titles of the quizzes in the text which is being written, by their ids. */
export const quizTitles = createStore<{
  titles: ReadonlyMap<string, string>
  /** Whether the lesson has no others; a quiz that was just added may be missing while they load. */
  isComplete: boolean
}>({ titles: new Map(), isComplete: false })
