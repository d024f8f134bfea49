import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** What `like` finds a text with `words` anywhere in it by, every sign taken literally. */
export const anywhere = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** Whether `text` has `words` in it, every sign taken literally; case and the dots of «ё», which people leave out, aside. */
export const contains = (text: SQLWrapper, words: string): SQL<boolean> => {
  const pattern = anywhere(words).replaceAll('ё', 'е').replaceAll('Ё', 'Е')
  return sql`translate(${text}, 'ёЁ', 'еЕ') ilike ${pattern}`
}
