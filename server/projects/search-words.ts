import { searchable } from '#server/db/spelled.ts'

/** One thing that is looked for. */
export interface SearchWord {
  /** In small letters, with е for ё, as the database keeps its texts. */
  text: string
  /** Several words in their order, in quotes. */
  phrase: boolean
  /** A minus stands before it: what has it is not wanted. */
  unwanted: boolean
  /** Perhaps its end is not typed yet. */
  unfinished: boolean
}

/** So many words are looked for; the rest of a long query is left out. */
const most = 6

const piece = /(-?)(?:"([^"]+)"|«([^»]+)»|(\S+))/g

/** What a search asks for, word by word. The last one counts as unfinished, for people see results while they type. */
export const searchWords = (search: string): SearchWord[] => {
  const found = [...searchable(search).matchAll(piece)].slice(0, most)
  return found.flatMap(([, minus, quoted, angled, bare], index) => {
    const phrase = (quoted ?? angled)?.trim()
    const text = phrase || (bare ?? '').replace(/^-+(?=[\p{L}\p{N}])/u, '')
    // signs alone may be looked for, but nothing is left out for them
    const unwanted = minus === '-' && /[\p{L}\p{N}]/u.test(text)
    if (text === '' || text === '"') return []
    return { text, phrase: Boolean(phrase), unwanted, unfinished: !phrase && !unwanted && index === found.length - 1 }
  })
}
