import { or, type SQL, sql } from 'drizzle-orm'
import { anywhere } from '#server/db/contains.ts'
import { exactlySpelled } from '#server/db/spelled.ts'
import { meant, typingErrors } from '#server/search/typing-errors.ts'
import { spelledPerson } from '#server/users/users.table.ts'

/** How many names may be meant by one word. */
const maxMeant = 20

/**
 * Whether one of the texts of a person in `users` (see `spelledPerson`) contains the word, with every character taken
 * literally, except case and ё; or the name has one of those that are `meant` by it.
 */
export const hasWord = (text: SQL, word: string, meant: string[] = []): SQL => {
  const written = sql`${text} like ${anywhere(exactlySpelled(word))}`
  const other = meant.map((name) => sql`${spelledPerson.name} like ${anywhere(name)}`)
  return or(written, ...other) ?? written
}

/**
 * The parts of the names of people in `users` to whom the condition applies that resemble `typed`, an exactly spelled
 * word: each once, so that a common name displaces no other. The column is `part`; needs the threshold of `<%`.
 */
export const nearNames = (typed: SQL, condition: SQL, limit: number): SQL => sql`
  select part from (
    select distinct unnest(string_to_array(translate(${spelledPerson.name}, '-', ' '), ' ')) as part from users
    where ${typed} <% ${spelledPerson.name} and ${condition}
  ) parts order by word_similarity(${typed}, part) desc, part limit ${limit}`

/** Whether the name of a person in `users` has a part that is `typed`, an exactly spelled word. */
export const hasPart = (typed: SQL): SQL => sql`(${spelledPerson.name} like '%' || ${typed} || '%'
  and ${typed} = any (string_to_array(translate(${spelledPerson.name}, '-', ' '), ' ')))`

/**
 * Which of the parts that `nearNames` has found are meant by a typed word: those with the fewest typing errors, none
 * when one is typed without any.
 */
export const meantNames = (typed: string, parts: string[], unfinished: boolean): string[] => {
  const spelling = exactlySpelled(typed)
  const near = parts.map((part) => ({ errors: typingErrors(spelling, part, unfinished), typed: spelling, what: part }))
  return meant(near).slice(0, maxMeant)
}
