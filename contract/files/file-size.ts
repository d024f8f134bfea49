import { formatNumber } from '#contract/format-number.ts'

const units = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ']

/** A size for people: «12,4 МБ»; max three digits. */
export const formatSize = (bytes: number) => {
  let value = Math.max(0, bytes)
  let unit = 0
  // a value that rounds up to 1024 belongs to the next unit
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${formatNumber(value, unit === 0 || value >= 99.95 ? 0 : 1)}\u00a0${units[unit]}`
}
