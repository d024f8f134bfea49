import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Whether `text` has `words` in it, every sign taken literally; case and the dots of «ё», which people leave out, aside. */
export const contains = (text: SQLWrapper, words: string): SQL<boolean> => {
  const pattern = words
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('ё', 'е')
    .replaceAll('Ё', 'Е')
  return sql`translate(${text}, 'ёЁ', 'еЕ') ilike ${`%${pattern}%`}`
}
