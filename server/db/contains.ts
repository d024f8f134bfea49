import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A `like` pattern that matches `words` anywhere in a text, with every character taken literally. */
export const anywhere = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether `text` contains `words`, with every character taken literally, except case and the dots of «ё», which people
 * leave out.
 */
export const contains = (text: SQLWrapper, words: string): SQL<boolean> => {
  const pattern = anywhere(words).replaceAll('ё', 'е').replaceAll('Ё', 'Е')
  return sql`translate(${text}, 'ёЁ', 'еЕ') ilike ${pattern}`
}
