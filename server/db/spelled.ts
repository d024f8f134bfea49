/** Normalizes text like the searchable columns of the database. */
export const searchable = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('ё', 'е')

const letters = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'
const signs = 'abvgdeejziyklmnoprstufhc4w306152q'

/**
 * The same with an ASCII character for each Russian letter, like `spelled` in the database: in a database whose
 * character type is C, trigrams contain nothing else.
 */
export const spelled = (text: string) =>
  searchable(text).replace(/[а-яё]/g, (letter) => signs[letters.indexOf(letter)] as string)

const latin = 'abcdefghijklmnopqrstuvwxyz'

/** What `exactlySpelled` writes for each letter. */
const exactSigns = new Map([
  ...Array.from('abvgdeejziyklmnoprstufhcCwWJFQXxq', (sign, at) => [letters[at] as string, sign] as const),
  ...Array.from('AB¢DEƒGHIʝKLMNOPʠRSTUVʍ×YZ', (sign, at) => [latin[at] as string, sign] as const),
])

/**
 * The same, but no sign stands for two: digits stay, Latin letters become capitals, except six rare ones whose capitals
 * are Russian letters; like `exactly_spelled` in the database. One `like` over a text that is kept so is exact, and
 * uses an index of trigrams.
 */
export const exactlySpelled = (text: string) =>
  searchable(text).replace(/[а-яёa-z]/g, (letter) => exactSigns.get(letter) as string)
