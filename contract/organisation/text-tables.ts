/** The place of a page's free text. */
export type TextPlace = 'before' | 'after'

const key = /^(before|after)-([1-9]\d?)$/

/** How many tables a cleaned text has: a literal `<` in its text is written `&lt;`. */
export const countTables = (html: string) => html.match(/<table[\s>]/g)?.length ?? 0

/** The key of a text's table in the address of its CSV; `number` counts from 1. */
export const textTableKey = (place: TextPlace, number: number) => `${place}-${number}`

/** The place and number in a key; null for another key. */
export const readTextTableKey = (text: string) => {
  const [, place, number] = key.exec(text) ?? []
  return place && number ? { place: place as TextPlace, number: Number(number) } : null
}
