import { and, not, or, type SQL, sql } from 'drizzle-orm'
import { anywhere } from '#server/db/contains.ts'
import { spelled } from '#server/db/spelled.ts'
import { type SearchWord, searchWords } from '#server/search/search-words.ts'
import { asked, foundOrIgnored, literal, type Reading, wantedWords } from '#server/search/word-query.repo.ts'
import { hasWord } from '#server/users/named.repo.ts'
import { spelledPerson } from '#server/users/users.table.ts'

/** The expression behind the trigram index, with ASCII characters: a Latin letter must not match a Russian one. */
const written = sql.raw(`translate(lower(name || ' ' || array_to_string(tags, ' ') || ' ' || summary), 'ё', 'е')`)

/** A query of the ids of people whose projects a word finds: none of those who leave. */
export type Authors = (word: SearchWord, reading: Reading) => SQL

/** The condition for authors whose names have the word, or one that is meant by it. */
const namedAuthors: Authors = (word, { corrections }) => sql`
  select users.id from users
  where users.erase_at is null and ${hasWord(spelledPerson.name, word.text, corrections.get(word.text)?.names)}`

/** Each way to find a word is a separate query, so that each uses its own index. */
const found = (word: SearchWord, reading: Reading, authors: Authors) => sql`projects.id in (
  select id from projects where search_words @@ ${asked(word, reading)}
  union all select id from projects
    where search_text like ${anywhere(spelled(word.text))} and ${written} like ${anywhere(word.text)}
  union all select project_authors.project_id from (${authors(word, reading)}) authors
    join project_authors on project_authors.user_id = authors.id and project_authors.agreed_at is not null)`

/**
 * The projects that a search finds; undefined for an empty search. `authors` are found already for its wanted words.
 */
export const matchesSearch = (
  search: string | undefined,
  reading: Reading,
  authors = namedAuthors,
): SQL | undefined => {
  const unwanted = searchWords(search ?? '').filter((word) => word.unwanted)
  const wanted = wantedWords(search ?? '')
  const each = wanted.map((word) => {
    const isFound = found(word, reading, authors)
    return reading.any ? isFound : foundOrIgnored(word, wanted, isFound)
  })
  return and(
    reading.any ? or(...each) : and(...each),
    ...unwanted.map((word) => not(found(word, literal, namedAuthors))),
  )
}

/** Weights of the text, nothing, summary and tags, and name. */
const weights = '{0.05, 0, 0.4, 1}'

/**
 * How well a project matches, the larger the better, or null when the search only excludes words: the name counts most,
 * then summary and tags, then the text.
 */
export const relevance = (search: string, reading: Reading): SQL | null => {
  const wanted = wantedWords(search)
  if (wanted.length === 0) return null
  const query = sql.join(
    wanted.map((word) => sql`coalesce(${asked(word, reading)}, '')`),
    sql` || `,
  )
  return sql`ts_rank(${weights}, search_words, ${query})`
}

/** Whether one of the words may be enough where all of them find nothing. */
export const hasSeveralWords = (search: string) => wantedWords(search).length > 1
