// in a file without schemas: the page of a lesson loads no zod

const place = /<div data-quiz="(\d+)">/g

/** The ids of the quizzes in a cleaned text, in their order. */
export const quizIdsIn = (html: string) => [...html.matchAll(place)].map(([, id]) => Number(id))

/** A cleaned text with other quizzes in the places of its own. */
export const withQuizIds = (html: string, idOf: (id: number) => number) =>
  html.replace(place, (_, id) => `<div data-quiz="${idOf(Number(id))}">`)

/** Whether an attempt passes its quiz: with at least half of the points. */
export const isPassed = ({ points, max_points }: { points: number; max_points: number }) => points * 2 >= max_points

/** The fewest points with which a quiz is passed, and all that it gives; whole where the points of each question are. */
export const pointsToPass = (questions: { points: number }[]) => {
  // without the dust of binary fractions
  const max = Math.round(questions.reduce((sum, { points }) => sum + points, 0) * 1000) / 1000
  return { needed: questions.every(({ points }) => Number.isInteger(points)) ? Math.ceil(max / 2) : max / 2, max }
}
