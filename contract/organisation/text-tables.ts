/** Where a page's free texts stand. */
export type TextPlace = 'before' | 'after'

const key = /^(before|after)-([1-9]\d?)$/

/** How many tables stand in a cleaned text: in those a `<` of the words is written `&lt;`. */
export const countTables = (html: string) => html.match(/<table[\s>]/g)?.length ?? 0

/** What a table of a text is called in the address of its CSV; `number` counts from 1. */
export const textTableKey = (place: TextPlace, number: number) => `${place}-${number}`

/** The place and number that a key names; null for a key of something else. */
export const readTextTableKey = (words: string) => {
  const [, place, number] = key.exec(words) ?? []
  return place && number ? { place: place as TextPlace, number: Number(number) } : null
}
