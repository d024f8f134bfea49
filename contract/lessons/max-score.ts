// in a file without schemas: screens that only show limits load no zod

/** Max of a score set by hand, and of the points of a column, a criterion, a question or a tool. */
export const maxScore = 1000

/** Max weight of a column in the average of the journal. */
export const maxWeight = 100
