/** A quiz that was asked for in a lesson which had to be saved first. */
let waiting: { lessonId: number; caret: number } | null = null

/**
 * Opens the dialog of a new quiz as soon as the lesson's text is there to be written; `caret` is where the quiz will
 * be.
 */
export const addQuizLater = (lessonId: number, caret: number) => {
  waiting = { lessonId, caret }
}

/** Where a new quiz was asked for in the text of a lesson, for the first who looks; null otherwise. */
export const takeQuizToAdd = (lessonId: number | undefined) => {
  if (waiting === null || waiting.lessonId !== lessonId) return null
  const { caret } = waiting
  waiting = null
  return caret
}
