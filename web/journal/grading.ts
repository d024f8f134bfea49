import { createContext, use } from 'react'
import { type Grading, markText, pointsGrading } from '#contract/journal/scales.ts'

/** How the marks of the course around are shown and typed. */
export const GradingContext = createContext<Grading>(pointsGrading)

/** How marks are shown and typed here, and a score as its mark. */
export const useGrading = () => {
  const grading = use(GradingContext)
  return { grading, textOf: (score: number | null, max: number | null) => markText(score, max, grading) }
}
