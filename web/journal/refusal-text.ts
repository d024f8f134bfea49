import type { Scale } from '#contract/journal/scales.ts'
import { absentMark } from '#contract/journal/score-text.ts'
import type { RefusedValue } from '#web/journal/pasted-block.ts'

/** How many of the refused values are named. */
const maxNamed = 5

/** Why a block was not pasted: each reason with its values. */
export const refusalText = (refused: readonly RefusedValue[], scale: Scale) => {
  const reason = (why: RefusedValue['why'], sentence: (values: string) => string) => {
    const values = refused
      .filter((one) => one.why === why)
      .slice(0, maxNamed)
      .map(({ value, place }) => (place ? `${place} — ${value}` : value))
    return values.length > 0 ? [sentence(values.join(why === 'closed' ? '; ' : ', '))] : []
  }
  return [
    ...reason(
      'not-a-mark',
      (values) =>
        `Этого не поставить в клетку: ${values}. Нужны ${scale === 'points' ? 'числа' : 'оценки шкалы'} или «${absentMark}».`,
    ),
    ...reason('closed', (places) => `Сюда оценку не поставить, там освобождение, тест или закрытый период: ${places}.`),
    ...reason('outside', (values) => `За краем таблицы нет клеток для остального: ${values}.`),
  ].join(' ')
}
