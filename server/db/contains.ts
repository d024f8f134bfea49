import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A `like` pattern that matches `search` anywhere in a text, with every character taken literally. */
export const anywhere = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether `text` contains `search`, with every character taken literally, except case and the dots of «ё», which people
 * leave out.
 */
export const contains = (text: SQLWrapper, search: string): SQL<boolean> => {
  const pattern = anywhere(search).replaceAll('ё', 'е').replaceAll('Ё', 'Е')
  return sql`translate(${text}, 'ёЁ', 'еЕ') ilike ${pattern}`
}
