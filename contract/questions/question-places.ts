/** The element of a lesson's page that shows a question. */
export const placeOfQuestion = (id: number) => `question-${id}`
