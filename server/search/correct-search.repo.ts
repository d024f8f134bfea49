import { type SQL, sql } from 'drizzle-orm'
import { listedVisibilities } from '#contract/projects/projects.policy.ts'
import { roleIn } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { planned } from '#server/db/prepared.ts'
import { withCloseness } from '#server/db/with-closeness.ts'
import { type Correction, correctWords } from '#server/projects/correct-words.repo.ts'
import type { SearchQuestion } from '#server/search/find-everything.repo.ts'
import type { SearchWord } from '#server/search/search-words.ts'
import { findablePerson, seenCourses, seenLesson } from '#server/search/seen-by.repo.ts'
import { stemmed } from '#server/search/stemmed.repo.ts'
import { meant, typingErrors } from '#server/search/typing-errors.ts'
import { meantNames, nearNames } from '#server/users/named.repo.ts'

/** Min share of common trigrams for a closer look. */
const closeness = 0.3

/** How many names of each kind get a closer look. */
const maxNear = 60

/** A name, or a part of one, that is near to a typed word. */
const nearColumns = {
  nth: sql<number>`nth`,
  /** The typed word without its grammatical ending. */
  stem: sql<string>`stem`,
  /** The words of a lesson's or a course's name without endings; null for a person. */
  lexemes: sql<string[] | null>`lexemes`,
  /** A word of a person's name, exactly spelled. */
  part: sql<string>`part`,
}

/** Names that the reader sees and that share trigrams with the typed words; needs the threshold of `<%`. */
const listNearNames = (tx: Db, { actor }: SearchQuestion, typed: string[]) => {
  const near = (text: SQL, stem: SQL) =>
    sql`${stem} <% ${text} order by word_similarity(${stem}, ${text}) desc limit ${maxNear}`
  const lessonName = sql`spelled(lessons.name)`
  const query = tx.select(nearColumns).from(sql`(
    with ${seenCourses(actor)}, typed as (${stemmed(typed)})
    select typed.nth::int, typed.stem, near.lexemes, near.part from typed cross join lateral (
      (select tsvector_to_array(words_of(lessons.name)) as lexemes, '' as part
      from lessons join seen_courses on seen_courses.id = lessons.course_id
      where ${seenLesson(actor)} and ${near(lessonName, sql`spelled(typed.stem)`)})
      union all
      (select tsvector_to_array(words_of(seen_courses.name)), '' from seen_courses
      where ${near(sql`spelled(seen_courses.name)`, sql`spelled(typed.stem)`)})
      union all
      (select null, named.part from (${nearNames(sql`exactly_spelled(typed.text)`, findablePerson(actor), maxNear)}) named)
    ) near) named`)
  return planned(query)
}

const merged = (...found: (Correction | undefined)[]): Correction => ({
  lexemes: [...new Set(found.flatMap((correction) => correction?.lexemes ?? []))],
  names: [...new Set(found.flatMap((correction) => correction?.names ?? []))],
})

/**
 * What the reader meant by words with typing errors. Not to be asked of the others: common words are in thousands of
 * names, each of which would be compared with them.
 */
export const correctSearch = async (
  db: Db,
  question: SearchQuestion,
  words: SearchWord[],
): Promise<Map<string, Correction>> => {
  if (words.length === 0) return new Map()
  const { actor, kinds } = question
  // who finds all people gets the authors among them below
  const withoutAuthors = roleIn(actor, 'people') === 'curator'
  const typed = words.map(({ text }) => text)
  const [ofProjects, rows] = await Promise.all([
    kinds.includes('project') ? correctWords(db, words, listedVisibilities(actor), { withoutAuthors }) : null,
    withCloseness(db, closeness, (tx) => listNearNames(tx, question, typed)),
  ])
  return new Map(
    words.map((word, place) => {
      const near = rows.filter(({ nth }) => nth === place)
      const lexemes = near.flatMap(({ stem, lexemes }) =>
        (lexemes ?? []).map((part) => ({ errors: typingErrors(stem, part, word.unfinished), typed: stem, what: part })),
      )
      const parts = near.filter(({ lexemes }) => lexemes === null).map(({ part }) => part)
      const ofNames = { lexemes: meant(lexemes), names: meantNames(word.text, parts, word.unfinished) }
      return [word.text, merged(ofProjects?.get(word.text), ofNames)]
    }),
  )
}
