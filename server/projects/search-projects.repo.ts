import { and, not, or, type SQL, sql } from 'drizzle-orm'
import { type SearchWord, searchWords, spelled } from '#server/projects/search-words.ts'

/**
 * How exactly words must be found. `exact`: each in any of its forms, or letter by letter. `close`: each perhaps with a
 * typing error. `any`: at least one of them so.
 */
export type Exactness = 'exact' | 'close' | 'any'

/** Shorter words are like too many others. */
const shortestClose = 4

/** How like a word must be, from 0 to 1: one wrong letter in a short word, two in a long one. */
export const closeness = 0.26

/** What the database keeps for the trigrams, spelled out again: a Latin letter is no Russian one. */
const written = sql.raw(`translate(lower(name || ' ' || array_to_string(tags, ' ') || ' ' || summary), 'ё', 'е')`)

const literally = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The word in all its forms; the beginning of one where its end is not typed yet. Null for what has no lexeme. */
const lexemes = ({ text, phrase, unfinished }: SearchWord) => {
  const query = phrase ? sql`phraseto_tsquery('russian', ${text})` : sql`plainto_tsquery('russian', ${text})`
  return unfinished
    ? sql`(case when numnode(${query}) > 0 then (${query}::text || ':*')::tsquery end)`
    : sql`(case when numnode(${query}) > 0 then ${query} end)`
}

const personName = sql.raw(`translate(lower(users.name || ' ' || users.surname), 'ё', 'е')`)
const spelledName = sql.raw(`project_search_text(users.name || ' ' || users.surname, '', '{}')`)

const byPeople = (condition: SQL) => sql`
  select project_authors.project_id from users
  join project_authors on project_authors.user_id = users.id and project_authors.agreed_at is not null
  where users.erase_at is null and ${condition}`

/**
 * Each way to find a word is a question of its own, so that each goes by its own index; names of people are few enough to
 * be read one by one.
 */
const found = (word: SearchWord, exactness: Exactness) => {
  const ways = [
    sql`select id from projects where search_words @@ ${lexemes(word)}`,
    sql`select id from projects
      where search_text like ${literally(spelled(word.text))} and ${written} like ${literally(word.text)}`,
    byPeople(sql`${personName} like ${literally(word.text)}`),
  ]
  if (exactness !== 'exact' && word.text.length >= shortestClose) {
    // `<%` goes by the index, and by the threshold that the transaction has set
    ways.push(sql`select id from projects where ${spelled(word.text)} <% search_text`)
    ways.push(byPeople(sql`word_similarity(${spelled(word.text)}, ${spelledName}) >= ${closeness}`))
  }
  return sql`projects.id in (${sql.join(ways, sql` union all `)})`
}

/** «и», «для» and the like stand in no index: beside other words they ask for nothing. */
const meansNothing = ({ text }: SearchWord) =>
  sql`(numnode(plainto_tsquery('russian', ${text})) = 0 and ${text} ~ '^[[:alpha:]]+$')`

/** Which projects a search finds; undefined when it asks for nothing. */
export const matchesSearch = (search: string | undefined, exactness: Exactness): SQL | undefined => {
  const words = searchWords(search ?? '')
  const wanted = words.filter(({ unwanted }) => !unwanted)
  const unwanted = words.filter((word) => word.unwanted).map((word) => not(found(word, 'exact')))
  const each = wanted.map((word) =>
    wanted.length > 1 && exactness !== 'any' ? or(found(word, exactness), meansNothing(word)) : found(word, exactness),
  )
  return and(exactness === 'any' ? or(...each) : and(...each), ...unwanted)
}

/**
 * How well a project fits, the larger the better, or null when nothing is wanted: its name counts most, then summary and
 * tags; what is found in the text alone comes last. Long texts are not read for it.
 */
export const relevance = (search: string): SQL | null => {
  const wanted = searchWords(search).filter(({ unwanted }) => !unwanted)
  if (wanted.length === 0) return null
  const whole = spelled(wanted.map(({ text }) => text).join(' '))
  return sql`(2 * word_similarity(${whole}, project_search_text(name, '', '{}')) + word_similarity(${whole}, search_text))`
}

/** Whether one of the words may be enough where all of them find nothing. */
export const hasSeveralWords = (search: string) => searchWords(search).filter(({ unwanted }) => !unwanted).length > 1
