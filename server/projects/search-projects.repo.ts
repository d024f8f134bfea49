import { and, not, or, type SQL, sql } from 'drizzle-orm'
import { anywhere } from '#server/db/contains.ts'
import { spelled } from '#server/db/spelled.ts'
import { type SearchWord, searchWords } from '#server/projects/search-words.ts'
import { asked, literal, meansNothing, type Reading, wantedWords } from '#server/search/word-query.repo.ts'
import { spelledPerson } from '#server/users/users.table.ts'

/** The expression behind the trigram index, with ASCII characters: a Latin letter must not match a Russian one. */
const written = sql.raw(`translate(lower(name || ' ' || array_to_string(tags, ' ') || ' ' || summary), 'ё', 'е')`)

const byPeople = (condition: SQL) => sql`
  select project_authors.project_id from users
  join project_authors on project_authors.user_id = users.id and project_authors.agreed_at is not null
  where users.erase_at is null and ${condition}`

/** A shorter text is in no index of spellings. */
const minSpelled = 3

const named = ({ text }: SearchWord) => {
  // the index contains addresses, too; the other condition is exact
  const inIndex = text.length < minSpelled ? sql`true` : sql`${spelledPerson} like ${anywhere(spelled(text))}`
  return sql`${inIndex} and translate(lower(users.name || ' ' || users.surname), 'ё', 'е') like ${anywhere(text)}`
}

/** Each way to find a word is a separate query, so that each uses its own index. */
const found = (word: SearchWord, reading: Reading) => {
  const people = reading.corrections.get(word.text)?.user_ids ?? []
  const ways = [
    sql`select id from projects where search_words @@ ${asked(word, reading)}`,
    sql`select id from projects
      where search_text like ${anywhere(spelled(word.text))} and ${written} like ${anywhere(word.text)}`,
    byPeople(named(word)),
    ...(people.length > 0 ? [byPeople(sql`users.id = any(${sql.param(people)}::int[])`)] : []),
  ]
  return sql`projects.id in (${sql.join(ways, sql` union all `)})`
}

/** The projects that a search finds; undefined for an empty search. */
export const matchesSearch = (search: string | undefined, reading: Reading): SQL | undefined => {
  const unwanted = searchWords(search ?? '').filter((word) => word.unwanted)
  const wanted = wantedWords(search ?? '')
  const each = wanted.map((word) =>
    wanted.length > 1 && !reading.any ? or(found(word, reading), meansNothing(word)) : found(word, reading),
  )
  return and(reading.any ? or(...each) : and(...each), ...unwanted.map((word) => not(found(word, literal))))
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
