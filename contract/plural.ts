import { formatNumber } from '#contract/format-number.ts'

const rules = new Intl.PluralRules('ru')

/** The form of a noun that agrees with a number: `plural(5, 'урок', 'урока', 'уроков')` is «уроков». */
export const plural = (count: number, one: string, few: string, many: string) => {
  const category = rules.select(Math.abs(count))
  return category === 'one' ? one : category === 'many' ? many : few
}

/** A number with its noun, never torn apart: «5 уроков». */
export const counted = (count: number, one: string, few: string, many: string) =>
  `${formatNumber(count)}\u00a0${plural(count, one, few, many)}`
