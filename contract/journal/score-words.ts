/** A score as it is written: «8,5», or «нет». */
export const scoreWords = (score: number | null) => (score === null ? 'нет' : String(score).replace('.', ','))
