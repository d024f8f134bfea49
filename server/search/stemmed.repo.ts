import { type SQL, sql } from 'drizzle-orm'

/** Typed words as rows: `nth` from 0, `text`, and `stem`, the word without its grammatical ending. */
export const stemmed = (typed: string[]): SQL => sql`
  select nth - 1 as nth, text, case when array_length(stems, 1) = 1 then stems[1] else text end as stem
  from (
    select text, nth, tsvector_to_array(to_tsvector('russian', text)) as stems
    from unnest(${sql.param(typed)}::text[]) with ordinality as given(text, nth)
  ) stemmed`
