/** An absence as a journal shows it. */
export const absentMark = 'н'

/** A score as text: «8,5», or «нет». */
export const scoreText = (score: number | null) => (score === null ? 'нет' : String(score).replace('.', ','))
