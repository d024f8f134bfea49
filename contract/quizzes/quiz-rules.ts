// in a file without schemas: the page of a lesson loads no zod

const place = /<div data-quiz="(\d+)">/g

/** The ids of the quizzes in a cleaned text, in their order. */
export const quizIdsIn = (html: string) => [...html.matchAll(place)].map(([, id]) => Number(id))

/** A cleaned text with other quizzes in the places of its own. */
export const withQuizIds = (html: string, idOf: (id: number) => number) =>
  html.replace(place, (_, id) => `<div data-quiz="${idOf(Number(id))}">`)

/** Whether an attempt passes its quiz: with at least half of the points. */
export const isPassed = ({ points, max_points }: { points: number; max_points: number }) => points * 2 >= max_points
