import { plural } from '#contract/plural.ts'

/** How many of its readers have read an announcement: «прочитал 1 из 12», «прочитали 2 из 12». */
export const readText = (read: number, readers: number) =>
  `${plural(read, 'прочитал', 'прочитали', 'прочитали')} ${read} из ${readers}`
