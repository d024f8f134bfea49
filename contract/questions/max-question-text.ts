// in a file without schemas: the form under a lesson loads no zod

/** Max characters of a question and of its answer. */
export const maxQuestionText = 5000
