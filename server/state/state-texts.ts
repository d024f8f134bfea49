import { formatNumber } from '#contract/format-number.ts'

const units: [string, number][] = [
  ['ГБ', 2 ** 30],
  ['МБ', 2 ** 20],
  ['КБ', 2 ** 10],
]

/** A number of bytes as people read it: «1,4 ГБ». */
export const sizeText = (bytes: number) => {
  const [name, size] = units.find(([, unit]) => bytes >= unit) ?? ['байт', 1]
  return `${formatNumber(bytes / size, bytes / size < 10 ? 1 : 0)} ${name}`
}
