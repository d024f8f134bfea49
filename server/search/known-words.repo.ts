import { sql } from 'drizzle-orm'
import { listedVisibilities } from '#contract/projects/projects.policy.ts'
import { anywhere } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { planned } from '#server/db/prepared.ts'
import { exactlySpelled, spelled } from '#server/db/spelled.ts'
import { seenAuthor } from '#server/projects/correct-words.repo.ts'
import { courseText, type SearchQuestion } from '#server/search/find-everything.repo.ts'
import type { SearchWord } from '#server/search/search-words.ts'
import { findablePerson, seenCourses, seenLesson } from '#server/search/seen-by.repo.ts'
import { minForgiven } from '#server/search/typing-errors.ts'
import { wantedWords } from '#server/search/word-query.repo.ts'
import { hasPart } from '#server/users/named.repo.ts'
import { spelledPerson } from '#server/users/users.table.ts'

/** A word of a search that may have typing errors. */
export interface KnownWord {
  word: SearchWord
  /** Whether it is in the name of a lesson or a person that the reader sees: then it has no typing errors. */
  isKnown: boolean
  /** Whether it is nowhere in the school, seen by the reader or not: then nothing is found by it as it is written. */
  isNowhere: boolean
}

/** Where a word may be, as `given` has it: each place with an index of its own, hence counted instead of `exists`. */
const places = [
  sql`lesson_words where words @@ query`,
  sql`lessons where spelled(lessons.name) like like_spelled`,
  sql`users where ${spelledPerson.everything} like like_exact`,
  sql`projects where search_words @@ query`,
  sql`projects where search_text like like_spelled`,
  sql`courses where words_of(${courseText}) @@ query`,
  sql`courses where translate(lower(${courseText}), 'ёЁ', 'ее') like like_text`,
]

const columns = { isKnown: sql<boolean>`is_known`, isNowhere: sql<boolean>`is_nowhere` }

/**
 * What is known of the words of a search, in their order, without those that are too short and phrases. One statement
 * for any words: it takes a part of the time in which a search finds nothing.
 */
export const lookUpWords = async (db: Db, { actor, search, kinds }: SearchQuestion): Promise<KnownWord[]> => {
  const words = wantedWords(search).filter(({ text, phrase }) => !phrase && text.length >= minForgiven)
  if (words.length === 0) return []
  const list = (of: (word: SearchWord) => string) => sql`${sql.param(words.map(of))}::text[]`
  const named = sql`
    exists (
      select from lesson_words where name_words @@ plainto_tsquery('russian', given.text) and (
        select ${seenLesson(actor)} and lessons.course_id in (select id from seen_courses)
        from lessons where lessons.id = lesson_words.lesson_id))
    or exists (
      select from users where ${hasPart(sql`given.exact`)}
        and ((${findablePerson(actor)}) or (${seenAuthor(listedVisibilities(actor))})))`
  // lessons and tasks have common names; where only others are asked for, each word gets a closer look
  const isKnown = kinds.includes('lesson') || kinds.includes('task') ? named : sql`false`
  const counts = places.map((place) => sql`(select count(*) from ${place}) = 0`)
  const isNowhere = sql.join(counts, sql` and `)
  const query = db.select(columns).from(sql`(
    with ${seenCourses(actor)}, given as materialized (
      select *, case when unfinished = '1' and numnode(forms) > 0 then (forms::text || ':*')::tsquery else forms end as query
      from (
        select *, plainto_tsquery('russian', text) as forms
        from unnest(${list(({ text }) => text)}, ${list(({ text }) => exactlySpelled(text))},
          ${list(({ text }) => anywhere(text))}, ${list(({ text }) => anywhere(exactlySpelled(text)))},
          ${list(({ text }) => anywhere(spelled(text)))}, ${list(({ unfinished }) => (unfinished ? '1' : ''))}
        ) with ordinality as typed(text, exact, like_text, like_exact, like_spelled, unfinished, nth)
      ) stemmed
    ), looked_up as materialized (select *, ${isKnown} as is_known from given)
    select nth, is_known, case when is_known or numnode(query) = 0 then false else ${isNowhere} end as is_nowhere
    from looked_up order by nth) known`)
  const rows = await planned(query)
  return rows.flatMap((row, nth) => (words[nth] ? [{ word: words[nth], ...row }] : []))
}
