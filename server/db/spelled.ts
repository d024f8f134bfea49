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

/** What `exactlySpelled` writes for each sign. */
const exactSigns = new Map([
  ...Array.from(letters, (letter, at) => [letter, signs[at] as string] as const),
  ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => [letter, letter.toUpperCase()] as const),
  ...Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (raised, digit) => [String(digit), raised] as const),
])

/**
 * The same, but Latin letters become capitals and digits are raised, so that none of them is taken for a Russian letter:
 * like `exactly_spelled` in the database. One `like` over a text that is kept so is exact, and uses an index of trigrams.
 */
export const exactlySpelled = (text: string) =>
  searchable(text).replace(/[а-яёa-z0-9]/g, (sign) => exactSigns.get(sign) ?? sign)
