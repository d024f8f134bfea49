import { type SQL, sql } from 'drizzle-orm'
import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import type { Db } from '#server/db/database.ts'
import { exactlySpelled } from '#server/db/spelled.ts'
import { withCloseness } from '#server/db/with-closeness.ts'
import { shownTo } from '#server/projects/shown-to.repo.ts'
import type { SearchWord } from '#server/search/search-words.ts'
import { stemmed } from '#server/search/stemmed.repo.ts'
import { meant, minForgiven, typingErrors } from '#server/search/typing-errors.ts'
import { meantNames, nearNames } from '#server/users/named.repo.ts'

/** What somebody may have meant by a word: words as in `search_words`, and names of people, exactly spelled. */
export interface Correction {
  lexemes: string[]
  names: string[]
}

/** Min share of common trigrams for a closer look: swapped letters in a short word change most of them. */
const closeness = 0.2

/** How many candidates get a closer look. */
const maxNear = { words: 100, names: 100 }

interface Near extends Record<string, unknown> {
  nth: number
  /** The typed word without its grammatical ending. */
  stem: string
  word: string
}

/**
 * Words of projects that share trigrams with the typed ones; needs the threshold of `<%`. Projects that the reader does
 * not see are left out: their words would displace others, and reveal that they exist.
 */
const listNearWords = async (tx: Db, typed: string[], visibilities: ProjectVisibility[]) => {
  // stems first, as PostgreSQL would otherwise make them again for each word that it compares
  const { rows } = await tx.execute<Near>(sql`
    with typed as materialized (
      select nth, stem, spelled(stem) as spelling from (${stemmed(typed)}) stems
    )
    select typed.nth::int as nth, typed.stem, near.word from typed cross join lateral (
      select word from (
        select distinct word from project_words join projects on projects.id = project_words.project_id
        where typed.spelling <% spelled(word) and ${shownTo(visibilities)}
      ) words order by word_similarity(typed.spelling, spelled(word)) desc, word limit ${maxNear.words}
    ) near`)
  return rows
}

interface NearPart extends Record<string, unknown> {
  nth: number
  part: string
}

/** The authors of projects that a reader of these visibilities sees. Joins `users`. */
export const seenAuthor = (visibilities: ProjectVisibility[]): SQL => sql`users.erase_at is null and exists (
  select 1 from project_authors join projects on projects.id = project_authors.project_id
  where project_authors.user_id = users.id and project_authors.agreed_at is not null and ${shownTo(visibilities)})`

/** The same for the names of authors of projects that the reader sees. */
const listNearPeople = async (tx: Db, typed: string[], visibilities: ProjectVisibility[]) => {
  const author = seenAuthor(visibilities)
  const { rows } = await tx.execute<NearPart>(sql`
    select (typed.nth - 1)::int as nth, near.part
    from unnest(${sql.param(typed.map(exactlySpelled))}::text[]) with ordinality as typed(text, nth)
    cross join lateral (${nearNames(sql`typed.text`, author, maxNear.names)}) near`)
  return rows
}

/**
 * What a reader of these visibilities meant by each word of a search, if it has typing errors: words of projects and
 * names of authors, or words alone `withoutAuthors`. Both are looked for at the same time.
 */
export const correctWords = async (
  db: Db,
  searched: SearchWord[],
  visibilities: ProjectVisibility[],
  { withoutAuthors = false } = {},
): Promise<Map<string, Correction>> => {
  const words = searched.filter(({ text, phrase, unwanted }) => !phrase && !unwanted && text.length >= minForgiven)
  if (words.length === 0) return new Map()
  const typed = words.map(({ text }) => text)
  const [nearWords, nearPeople] = await Promise.all([
    withCloseness(db, closeness, (tx) => listNearWords(tx, typed, visibilities)),
    withoutAuthors ? [] : withCloseness(db, closeness, (tx) => listNearPeople(tx, typed, visibilities)),
  ])
  const corrections = words.map((word, place): [string, Correction] => {
    const meantWords = nearWords
      .filter(({ nth }) => nth === place)
      .map(({ stem, word: what }) => ({ errors: typingErrors(stem, what, word.unfinished), typed: stem, what }))
    const near = nearPeople.filter(({ nth }) => nth === place).map(({ part }) => part)
    return [word.text, { lexemes: meant(meantWords), names: meantNames(word.text, near, word.unfinished) }]
  })
  return new Map(corrections)
}
