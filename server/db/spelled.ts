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
