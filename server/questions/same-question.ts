/** The `same_as` of the notifications about a question: of the question itself, and of its answer. */
export const sameQuestion = (id: number) => [`question-asked:${id}`, `question-answered:${id}`] as const
