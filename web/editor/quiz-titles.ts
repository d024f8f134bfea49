import { createStore } from '#web/ui/store.ts'

/** The titles of the quizzes in the text which is being written, by their ids. */
export const quizTitles = createStore<ReadonlyMap<string, string>>(new Map())
