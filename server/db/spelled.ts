/** As the database keeps what is searched. */
export const searchable = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('ё', 'е')

const letters = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'
const signs = 'abvgdeejziyklmnoprstufhc4w306152q'

/**
 * The same with a sign of ASCII for each Russian letter, as `spelled` of the database writes it: in a database
 * whose character type is C, trigrams are made of nothing else.
 */
export const spelled = (text: string) =>
  searchable(text).replace(/[а-яё]/g, (letter) => signs[letters.indexOf(letter)] as string)
