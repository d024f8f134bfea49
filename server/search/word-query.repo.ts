import { type SQL, sql } from 'drizzle-orm'
import type { Correction } from '#server/projects/correct-words.repo.ts'
import { type SearchWord, searchWords } from '#server/search/search-words.ts'

/** How a search is read. */
export interface Reading {
  /** Other meanings of the words. */
  corrections: Map<string, Correction>
  /** Whether one of the words is enough. */
  any: boolean
}

/** Literally: each word in any of its forms, or as a substring. */
export const literal: Reading = { corrections: new Map(), any: false }

/** The word in all its forms, or its beginning when its end may not be typed yet. Null for a word without a lexeme. */
const forms = ({ text, phrase, unfinished }: SearchWord) => {
  const query = phrase ? sql`phraseto_tsquery('russian', ${text})` : sql`plainto_tsquery('russian', ${text})`
  return unfinished
    ? sql`(case when numnode(${query}) > 0 then (${query}::text || ':*')::tsquery end)`
    : sql`(case when numnode(${query}) > 0 then ${query} end)`
}

const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`

/** A `tsquery` of a word: its forms, and those of what may have been meant by it. Null for a word without a lexeme. */
export const asked = (word: SearchWord, { corrections }: Reading) => {
  const lexemes = corrections.get(word.text)?.lexemes ?? []
  if (lexemes.length === 0) return forms(word)
  return sql`(coalesce(${forms(word)}, '') || ${lexemes.map(quoted).join(' | ')}::tsquery)`
}

/** «и», «для» and the like are in no index. */
const meansNothing = ({ text }: SearchWord) =>
  sql`(numnode(plainto_tsquery('russian', ${text})) = 0 and ${text} ~ '^[[:alpha:]]+$')`

/** Whether a word is found, or ignored: a word that means nothing is, beside one that means something. */
export const foundOrIgnored = (word: SearchWord, words: SearchWord[], found: SQL) => {
  const others = words.filter((other) => other !== word)
  if (others.length === 0) return found
  const allMeanNothing = sql.join(others.map(meansNothing), sql` and `)
  return sql`(${found} or (${meansNothing(word)} and not (${allMeanNothing})))`
}

/** The words that must be found. */
export const wantedWords = (search: string) => searchWords(search).filter(({ unwanted }) => !unwanted)
