import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { exactlySpelled } from '#server/db/spelled.ts'
import { meantNames, nearNames } from '#server/users/named.repo.ts'

/** The names, exactly spelled, that may be meant by each word of a search. */
export type Meant = ReadonlyMap<string, string[]>

/** Every word is as it was typed. */
export const literally: Meant = new Map()

/** The words of a search; what follows the fifth is ignored. */
export const wordsOf = (search = '') => {
  const words = search.trim()
  return words === '' ? [] : words.split(/\s+/).slice(0, 5)
}

/** Shorter words resemble too many names; addresses and numbers are not names. */
const mayBeName = (word: string) => /^[\p{L}\p{M}-]{4,}$/u.test(word)

/** How many of the names that resemble a word get a closer look. */
const maxNear = 60

/** The names that resemble these words; needs the threshold of `<%`. */
const listNear = async (tx: Db, words: string[]) => {
  const { rows } = await tx.execute<{ nth: number; part: string }>(sql`
    select (typed.nth - 1)::int as nth, near.part
    from unnest(${sql.param(words.map(exactlySpelled))}::text[]) with ordinality as typed(text, nth)
    cross join lateral (${nearNames(sql`typed.text`, sql`users.erased_at is null`, maxNear)}) near`)
  return rows
}

const correctNames = (db: Db, words: string[]): Promise<Meant> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', '0.3', true)`)
    const rows = await listNear(tx, words)
    return new Map(
      words.map((word, place) => {
        const near = rows.filter(({ nth }) => nth === place).map(({ part }) => part)
        return [word, meantNames(word, near, true)]
      }),
    )
  })

/**
 * Looks for people as they were typed, and when there are none, for those whose names differ by typing errors: a wrong,
 * missing, extra or swapped letter in a short word, two in a long one.
 */
export const forgivingTypos = async <Found extends { total: number }>(
  db: Db,
  search: string | undefined,
  find: (meant: Meant) => Promise<Found>,
): Promise<Found> => {
  const found = await find(literally)
  const words = wordsOf(search).filter(mayBeName)
  if (found.total > 0 || words.length === 0) return found
  const corrected = await correctNames(db, words)
  return [...corrected.values()].some((names) => names.length > 0) ? find(corrected) : found
}
