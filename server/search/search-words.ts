import { searchable } from '#server/db/spelled.ts'

/** One part of a search. */
export interface SearchWord {
  /** In lower case, with е for ё, like the texts in the database. */
  text: string
  /** Several words in this order, in quotes. */
  phrase: boolean
  /** After a minus: projects with it are left out. */
  unwanted: boolean
  /** Its end may not be typed yet. */
  unfinished: boolean
}

/** Max words of a search; the rest of a long query is ignored. */
const maxWords = 6

const piece = /(-?)(?:"([^"]+)"|«([^»]+)»|(\S+))/g

/** The parts of a search. The last word counts as unfinished, since people see results while they type. */
export const searchWords = (search: string): SearchWord[] => {
  const found = [...searchable(search).matchAll(piece)].slice(0, maxWords)
  return found.flatMap(([, minus, quoted, angled, bare], index) => {
    const phrase = (quoted ?? angled)?.trim()
    const text = phrase || (bare ?? '').replace(/^-+(?=[\p{L}\p{N}])/u, '')
    // punctuation can be searched, but never excludes anything
    const unwanted = minus === '-' && /[\p{L}\p{N}]/u.test(text)
    if (text === '' || text === '"') return []
    return { text, phrase: Boolean(phrase), unwanted, unfinished: !phrase && !unwanted && index === found.length - 1 }
  })
}
