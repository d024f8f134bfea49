import { type SQL, sql } from 'drizzle-orm'
import { listedVisibilities } from '#contract/projects/projects.policy.ts'
import { roleIn } from '#contract/users/users.policy.ts'
import type { Db } from '#server/db/database.ts'
import { planned } from '#server/db/prepared.ts'
import { type Correction, correctWords } from '#server/projects/correct-words.repo.ts'
import type { SearchWord } from '#server/projects/search-words.ts'
import { meant, typingErrors } from '#server/projects/typing-errors.ts'
import type { SearchQuestion } from '#server/search/find-everything.repo.ts'
import { findablePerson, seenCourses, seenLesson } from '#server/search/seen-by.repo.ts'
import { wantedWords } from '#server/search/word-query.repo.ts'
import { meantNames, nearNames } from '#server/users/named.repo.ts'

/** Min length in characters: shorter words resemble too many others. */
const minLength = 4

/** How many names of each kind get a closer look. */
const maxNear = 60

/** A name, or a part of one, that is near to a typed word. */
const nearColumns = {
  nth: sql<number>`nth`,
  /** The typed word without its grammatical ending. */
  stem: sql<string>`stem`,
  /** Of a lesson or a course: the words of the name without endings; null for a person. */
  lexemes: sql<string[] | null>`lexemes`,
  /** Of people: a word of the name, exactly spelled. */
  part: sql<string>`part`,
}

/** The typed words without those that are in the names of lessons that the reader sees. */
const unknownOf = async (tx: Db, { actor, kinds }: SearchQuestion, words: SearchWord[]) => {
  if (words.length === 0 || !(kinds.includes('lesson') || kinds.includes('task'))) return words
  // starts from the names: the courses of a curator are all of them
  const query = tx.select({ isUnknown: sql<boolean>`is_unknown` }).from(sql`(
    with ${seenCourses(actor)}
    select not exists (
      select from lesson_words where name_words @@ plainto_tsquery('russian', given.text) and (
        select ${seenLesson(actor)} and lessons.course_id in (select id from seen_courses)
        from lessons where lessons.id = lesson_words.lesson_id)
    ) as is_unknown
    from unnest(${sql.param(words.map(({ text }) => text))}::text[]) with ordinality as given(text, nth) order by nth) named`)
  const rows = await planned(query)
  return words.filter((_, nth) => rows[nth]?.isUnknown)
}

/** Names that the reader sees and that share trigrams with the typed words; needs the threshold of `<%`. */
const listNearNames = (tx: Db, { actor }: SearchQuestion, typed: string[]) => {
  const near = (text: SQL, stem: SQL) =>
    sql`${stem} <% ${text} order by word_similarity(${stem}, ${text}) desc limit ${maxNear}`
  const lessonName = sql`spelled(lessons.name)`
  const query = tx.select(nearColumns).from(sql`(
    with ${seenCourses(actor)}, typed as (
      select nth - 1 as nth, text, case when array_length(stems, 1) = 1 then stems[1] else text end as stem
      from (
        select text, nth, tsvector_to_array(to_tsvector('russian', text)) as stems
        from unnest(${sql.param(typed)}::text[]) with ordinality as given(text, nth)
      ) stemmed
    )
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
 * What the reader meant by each word of a search, if it has typing errors: a word that is in the name of a lesson has
 * none. Common words are in thousands of names, each of which would be compared with them. Call it in a transaction: sets
 * its threshold.
 */
export const correctSearch = async (tx: Db, question: SearchQuestion): Promise<Map<string, Correction>> => {
  const longEnough = wantedWords(question.search).filter(({ text, phrase }) => !phrase && text.length >= minLength)
  const words = await unknownOf(tx, question, longEnough)
  if (words.length === 0) return new Map()
  const { actor, kinds } = question
  // who finds all people gets the authors among them below
  const withoutAuthors = roleIn(actor, 'people') === 'curator'
  const ofProjects = kinds.includes('project')
    ? await correctWords(tx, words, listedVisibilities(actor), { withoutAuthors })
    : null
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', '0.3', true)`)
  const typed = words.map(({ text }) => text)
  const rows = await listNearNames(tx, question, typed)
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
