import { formatNumber } from '#contract/format-number.ts'

// The same text on the page, in its link preview and for search engines.

/** «Бесплатно», «12 000 ₽». */
export const formatPrice = (roubles: number) => (roubles === 0 ? 'Бесплатно' : `${formatNumber(roubles)}\u00a0₽`)

/** DD.MM.YYYY of a day (specification §9), YYYY-MM-DD. A day has no time zone. */
export const formatStart = (day: string) => day.split('-').toReversed().join('.')
