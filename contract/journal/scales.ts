import { formatNumber } from '#contract/format-number.ts'
import { scoreText } from '#contract/journal/score-text.ts'

// Apart from the schemas, so that screens do not load zod.

/** How a course shows marks. They are kept as points whatever it is. */
export const scales = ['points', '2-5', 'pass', 'percent'] as const
export type Scale = (typeof scales)[number]

/** Names of the scales for people. */
export const scaleNames: Record<Scale, string> = {
  points: 'Баллы',
  '2-5': 'Оценки от 2 до 5',
  pass: 'Зачёт и незачёт',
  percent: 'Проценты',
}

/** The lowest percentage of the points for each mark. */
export interface Borders {
  five: number
  four: number
  three: number
  pass: number
}

export const defaultBorders: Borders = { five: 90, four: 75, three: 50, pass: 50 }

/** How the marks of a course are shown and typed. */
export interface Grading {
  scale: Scale
  borders: Borders
}

export const pointsGrading: Grading = { scale: 'points', borders: defaultBorders }

export const passMarks = { pass: 'зачёт', fail: 'незачёт' } as const

/** The assumed max of an assignment without points, in scales that need a share. */
const assumedMax = 100

/** The points for a full mark. */
const fullScore = (max: number | null) => max ?? assumedMax

/** Computed shares miss round numbers by this much at most, in percent. */
const slip = 1e-7

/** The percentage of the points, 0 to 100; more than the max counts as the max. */
export const percentOf = (score: number, max: number | null) => Math.min(100, (score / fullScore(max)) * 100)

/** The mark from 2 to 5 for a percentage of the points. */
export const schoolMark = (percent: number, { five, four, three }: Borders) => {
  const reached = percent + slip
  if (reached >= five) return 5
  if (reached >= four) return 4
  return reached >= three ? 3 : 2
}

/** Whether a percentage of the points is «зачёт». */
export const isPass = (percent: number, { pass }: Borders) => percent + slip >= pass

const shortPercent = (percent: number) => formatNumber(percent, 2)

/** A score as its course shows it: «8,5», «4», «зачёт», «85 %»; «нет» without a score. */
export const markText = (score: number | null, max: number | null, { scale, borders }: Grading): string => {
  if (score === null || scale === 'points') return scoreText(score)
  const percent = percentOf(score, max)
  if (scale === '2-5') return String(schoolMark(percent, borders))
  if (scale === 'pass') return isPass(percent, borders) ? passMarks.pass : passMarks.fail
  return `${shortPercent(percent)}\u00a0%`
}

/**
 * Percentages that get a mark from 2 to 5: from the first up to the second, the middle of which a typed mark is worth.
 */
const bandOf = (mark: number, { five, four, three }: Borders): [number, number] => {
  if (mark === 3) return [three, four]
  return mark === 4 ? [four, five] : [0, three]
}

/**
 * What a typed mark is kept as: the full score for «5» and «зачёт», none for «незачёт», the middle of its band for the
 * others. To hundredths of a point where that is the same mark.
 */
export const scoreOfMark = (mark: number | 'pass' | 'fail', max: number | null, borders: Borders): number => {
  const full = fullScore(max)
  if (mark === 'fail') return 0
  if (mark === 'pass' || mark === 5) return full
  const [from, to] = bandOf(mark, borders)
  const exact = (full * (from + to)) / 200
  const short = Math.round(exact * 100) / 100
  return schoolMark(percentOf(short, max), borders) === mark ? short : exact
}

const readDecimal = (text: string) => {
  const plain = text.replace(',', '.')
  return /^\d{1,4}(\.\d{0,2})?$/.test(plain) ? Number(plain) : undefined
}

const passWords: Record<string, 'pass' | 'fail'> = {
  зачёт: 'pass',
  зачет: 'pass',
  зач: 'pass',
  з: 'pass',
  '+': 'pass',
  '1': 'pass',
  незачёт: 'fail',
  незачет: 'fail',
  незач: 'fail',
  нз: 'fail',
  '-': 'fail',
  '0': 'fail',
}

const readPercent = (text: string, max: number | null) => {
  const percent = readDecimal(text.replace(/\s*%$/, ''))
  if (percent === undefined || percent > 100) return undefined
  const exact = (percent * fullScore(max)) / 100
  const short = Math.round(exact * 100) / 100
  return shortPercent(percentOf(short, max)) === shortPercent(percent) ? short : exact
}

/**
 * The score that a typed mark is kept as; null for an empty field, undefined for what is no mark of the scale. In
 * points without criteria `max` is the limit alone. A mark that is the one of `current` leaves the score as it is.
 */
export const readMark = (
  typed: string,
  { max, limit, current = null }: { max: number | null; limit: number; current?: number | null },
  grading: Grading,
): number | null | undefined => {
  const text = typed.trim().toLowerCase()
  if (text === '') return null
  const { scale, borders } = grading
  if (scale === 'points') {
    const score = readDecimal(text)
    return score !== undefined && score <= limit ? score : undefined
  }
  let score: number | undefined
  if (scale === '2-5') score = /^[2-5]$/.test(text) ? scoreOfMark(Number(text), max, borders) : undefined
  else if (scale === 'percent') score = readPercent(text, max)
  else {
    const mark = passWords[text]
    score = mark && scoreOfMark(mark, max, borders)
  }
  const same =
    score !== undefined && current !== null && markText(score, max, grading) === markText(current, max, grading)
  return same ? current : score
}

/** What a field for a mark takes: «от 0 до 10», «от 2 до 5». */
export const markHint = (limit: number, { scale }: Grading) => {
  if (scale === '2-5') return 'от 2 до 5'
  if (scale === 'pass') return 'зачёт (з) или незачёт (нз)'
  return scale === 'percent' ? 'от 0 до 100 %' : `от 0 до ${scoreText(limit)}`
}

/** A mark as it is typed into its field. */
export const typedMark = (score: number | null, max: number | null, grading: Grading) =>
  score === null ? '' : markText(score, max, grading).replace(/\s*%$/, '')
