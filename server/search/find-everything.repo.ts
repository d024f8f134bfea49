import { or, type SQL, sql } from 'drizzle-orm'
import type { CourseStatus } from '#contract/courses/courses.schema.ts'
import type { ProjectStatus } from '#contract/projects/projects.schema.ts'
import { SearchKind } from '#contract/search/search.schema.ts'
import type { TaskStatus } from '#contract/tasks/tasks.statuses.ts'
import { type Actor, curates } from '#contract/users/users.policy.ts'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import { anywhere } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { planned } from '#server/db/prepared.ts'
import { exactlySpelled, searchable, spelled } from '#server/db/spelled.ts'
import { type Authors, matchesSearch, relevance } from '#server/projects/search-projects.repo.ts'
import { type SearchWord, searchWords } from '#server/search/search-words.ts'
import {
  findablePerson,
  findableProject,
  readableLesson,
  seenCourses,
  seenLesson,
} from '#server/search/seen-by.repo.ts'
import { asked, foundOrIgnored, literal, type Reading, wantedWords } from '#server/search/word-query.repo.ts'
import { hasWord } from '#server/users/named.repo.ts'
import { spelledPerson } from '#server/users/users.table.ts'

/** What the database knows of a result. */
export type FoundRow = { place: number; id: number; title: string } & (
  | { kind: 'course'; facts: { status: CourseStatus; summary: string } }
  | { kind: 'lesson'; facts: { course: string; open: boolean } }
  | { kind: 'task'; facts: { status: TaskStatus; course: string; lesson_id: number; students: string | null } }
  | { kind: 'user'; facts: { role: RoleSlug; email: string | null; active: boolean } }
  | { kind: 'project'; facts: { status: ProjectStatus; authors: string | null } }
)

/** A search and its reader. */
export interface SearchQuestion {
  actor: Actor
  search: string
  kinds: SearchKind[]
  /** Max rows of each kind. */
  limit: number
}

/** How many rows with a common word are looked at more closely. */
const maxCandidates = 100

/** A shorter text is in no index of spellings. */
const minSpelled = 3

/** Whether a text contains the word, exactly but for case and ё. */
const contains = (text: SQL, { text: word }: SearchWord) =>
  sql`translate(lower(${text}), 'ёЁ', 'ее') like ${anywhere(word)}`

/** The ids of rows that have the word, each way by its own index. */
const anyOf = (ways: SQL[]) => sql.join(ways, sql` union all `)

/**
 * Lessons whose names have the word. Those of the few courses of a student or teacher are looked through, as a common
 * word is in the names of all lessons of the school.
 */
const lessonsNamed = (word: SearchWord, reading: Reading, actor: Actor) => {
  if (!curates(actor, 'courses')) {
    const inName = word.text.length < minSpelled ? sql`false` : contains(sql`lessons.name`, word)
    return sql`select lessons.id from seen_courses join lessons on lessons.course_id = seen_courses.id
      join lesson_words on lesson_words.lesson_id = lessons.id
      where lesson_words.name_words @@ ${asked(word, reading)} or ${inName}`
  }
  const named = sql`select lesson_id as id from lesson_words where name_words @@ ${asked(word, reading)}`
  if (word.text.length < minSpelled) return named
  // spelling takes long: names with a common word, which are already found, are not spelled
  return sql`with named as materialized (${named}) select id from named union all
    select lessons.id from lessons
    where lessons.id not in (select id from named)
      and spelled(lessons.name) like ${anywhere(spelled(word.text))} and ${contains(sql`lessons.name`, word)}`
}

/** What a course is found by. Joins `courses`. */
export const courseText = sql`courses.name || ' ' || courses.summary`

const coursesNamed = (word: SearchWord, reading: Reading) =>
  anyOf([
    sql`select courses.id from courses where words_of(${courseText}) @@ ${asked(word, reading)}`,
    sql`select courses.id from courses where ${contains(courseText, word)}`,
  ])

/** A text in which neither case, ё nor spaces count. */
export const plainTitle = (text: string) => searchable(text).replace(/\s+/g, ' ').trim()

/** The conditions that hold, as bits. */
const bits = (conditions: SQL[]) =>
  sql.join(
    conditions.map((condition, nth) => sql`((${condition})::int << ${nth}::int)`),
    sql` | `,
  )

/** The bits of all words. */
const allBits = (words: SearchWord[]) => (1 << words.length) - 1

/**
 * People with one of the words, visible to the reader or not: which words are in what the reader may find people by,
 * and which are in the name, by which their projects are found.
 */
const namedPeople = (words: SearchWord[], reading: Reading, actor: Actor) => {
  const have = (text: SQL) => words.map((word) => hasWord(text, word.text, reading.corrections.get(word.text)?.names))
  const shown = have(curates(actor, 'people') ? spelledPerson.everything : spelledPerson.name)
  return sql`named_people as materialized (
    select users.id, ${bits(shown)} as bits,
      case when users.erase_at is null then ${bits(have(spelledPerson.name))} else 0 end as author_bits
    from users where ${or(...shown)})`
}

const authorsAmong =
  (words: SearchWord[]): Authors =>
  ({ text }) => {
    const bit = 1 << words.findIndex((word) => word.text === text)
    return sql`select id from named_people where author_bits & ${bit}::int <> 0`
  }

/** The rows with each word, found once for all kinds: the table expressions of `withLesson`, and `named_people`. */
const foundOnce = (words: SearchWord[], reading: Reading, actor: Actor) =>
  sql.join(
    [
      ...words.map((word, nth) => sql`${withWord(nth)} as materialized (${lessonsNamed(word, reading, actor)})`),
      namedPeople(words, reading, actor),
    ],
    sql`, `,
  )

const withWord = (nth: number) => sql.identifier(`lessons_with_${nth}`)
const withLesson = (words: SearchWord[]) => (word: SearchWord) => sql`select id from ${withWord(words.indexOf(word))}`

/** The condition that all words are found; «и» and the like count only where nothing else is asked. */
const each = (words: SearchWord[], found: (word: SearchWord) => SQL) =>
  sql.join(
    words.map((word) => foundOrIgnored(word, words, found(word))),
    sql` and `,
  )

/** One `tsquery` of all words. */
const allOf = (words: SearchWord[], reading: Reading) =>
  sql.join(
    words.map((word) => sql`coalesce(${asked(word, reading)}, '')`),
    sql` && `,
  )

/** The place of a row among those of its kind. */
const numbered = (order: SQL) => sql`row_number() over (order by ${order})::int as place`

/** Whether a title is exactly what was typed, but for case and ё. */
const isTitled = (title: SQL, { search }: SearchQuestion) =>
  sql`(translate(lower(${title}), 'ёЁ', 'ее') = ${plainTitle(search)})`

const courses = (question: SearchQuestion, words: SearchWord[], reading: Reading) => sql`
  select 'course' as kind, ${numbered(
    sql`${isTitled(sql`courses.name`, question)} desc, ts_rank(words_of(courses.name), ${allOf(words, reading)}) desc,
      courses.id desc`,
  )}, courses.id, courses.name as title,
    jsonb_build_object('status', courses.status, 'summary', left(courses.summary, 160)) as facts
  from courses join seen_courses on seen_courses.id = courses.id
  where ${each(words, (word) => sql`courses.id in (${coursesNamed(word, reading)})`)}
  order by place limit ${question.limit}`

/** By name first, then by text, which counts only where the reader may read it. */
const lessons = (question: SearchQuestion, words: SearchWord[], reading: Reading) => {
  const { actor, limit } = question
  return sql`
  select 'lesson' as kind, ${numbered(sql`max(hits.rank) desc, hits.id desc`)}, hits.id, lessons.name as title,
    jsonb_build_object('course', seen_courses.name, 'open',
      lessons.status = 'published' and (lessons.publish_at is null or lessons.publish_at <= now())) as facts
  from (
    (select lessons.id, 1 + ${isTitled(sql`lessons.name`, question)}::int
      + ts_rank(lesson_words.name_words, ${allOf(words, reading)}) as rank
    from lessons join seen_courses on seen_courses.id = lessons.course_id
    join lesson_words on lesson_words.lesson_id = lessons.id
    where ${seenLesson(actor)} and ${each(words, (word) => sql`lessons.id in (${withLesson(words)(word)})`)}
    order by rank desc, lessons.id desc limit ${limit})
    union all
    (select lessons.id, 0::real as rank
    from lessons join seen_courses on seen_courses.id = lessons.course_id
    where lessons.id in (select lesson_id from lesson_words where words @@ (${allOf(words, reading)}))
      and ${seenLesson(actor)} and ${readableLesson(actor)}
    order by lessons.id desc limit ${limit})
  ) hits
  join lessons on lessons.id = hits.id join seen_courses on seen_courses.id = lessons.course_id
  group by hits.id, lessons.name, lessons.status, lessons.publish_at, seen_courses.name
  order by place limit ${limit}`
}

const people = ({ actor, limit }: SearchQuestion, words: SearchWord[]) => {
  const begins = words.map(
    ({ text }) => sql`(' ' || ${spelledPerson.name} like ${anywhere(` ${exactlySpelled(text)}`)})::int`,
  )
  return sql`
  select 'user' as kind,
    ${numbered(sql`${sql.join(begins, sql` + `)} desc, users.active desc, users.surname, users.name, users.id`)},
    users.id, users.name || ' ' || users.surname as title,
    jsonb_build_object('role', users.role, 'email', ${curates(actor, 'people') ? sql`users.email` : sql`null::text`},
      'active', users.active) as facts
  from named_people join users on users.id = named_people.id
  where named_people.bits = ${allBits(words)} and ${findablePerson(actor)}
  order by place limit ${limit}`
}

/** Which of the words each lesson has, as bits. */
const markedLessons = (words: SearchWord[]) => sql`marked_lessons as materialized (
  select id, bit_or(bit)::int as bits from (${sql.join(
    words.map((word, nth) => sql`select id, ${1 << nth}::int as bit from (${withLesson(words)(word)}) named`),
    sql` union all `,
  )}) marked group by id)`

const taskFacts = (students: SQL) => sql`jsonb_build_object('status', tasks.status, 'course', seen_courses.name,
  'lesson_id', lessons.id, 'students', ${students})`

/** A student's own tasks, by the names of their lessons. */
const ownTasks = ({ actor, limit }: SearchQuestion, words: SearchWord[]) => sql`
  select 'task' as kind, ${numbered(sql`tasks.status in ('accepted', 'excused'), tasks.submitted_at desc nulls last, tasks.id desc`)},
    tasks.id, lessons.name as title, ${taskFacts(sql`null::text`)} as facts
  from task_students
  join tasks on tasks.id = task_students.task_id
  join assignments on assignments.id = tasks.assignment_id
  join lessons on lessons.id = assignments.lesson_id
  join seen_courses on seen_courses.id = lessons.course_id
  where task_students.user_id = ${actor.id} and ${seenLesson(actor)}
    and ${each(words, (word) => sql`lessons.id in (${withLesson(words)(word)})`)}
  order by place limit ${limit}`

/**
 * Handed-in tasks by the names of their lessons and students: each word may be in either. Starts from the few names
 * that match, and looks at a limited number of them.
 */
const handedInTasks = ({ actor, limit }: SearchQuestion, words: SearchWord[]) => {
  const all = allBits(words)
  return sql`
  select 'task' as kind, ${numbered(sql`tasks.status <> 'submitted', tasks.submitted_at desc nulls last, tasks.id desc`)},
    tasks.id, lessons.name as title, ${taskFacts(sql`(
      select string_agg(users.name || ' ' || users.surname, ', ' order by users.surname, users.id)
      from task_students join users on users.id = task_students.user_id where task_students.task_id = tasks.id)`)} as facts
  from (
    select named.id from (
      select lessons.id as lesson_id from marked_lessons join lessons on lessons.id = marked_lessons.id
      join seen_courses on seen_courses.id = lessons.course_id
      where marked_lessons.bits = ${all} and lessons.deleted_at is null
      order by lessons.id desc limit ${maxCandidates}
    ) candidates join assignments on assignments.lesson_id = candidates.lesson_id
    cross join lateral (
      select tasks.id from tasks where tasks.assignment_id = assignments.id and tasks.status <> 'draft'
      order by tasks.status <> 'submitted', tasks.submitted_at desc nulls last limit ${limit}) named
    union
    select task_students.task_id from (
      select users.id, named_people.bits from named_people join users on users.id = named_people.id
      where ${findablePerson(actor)} order by named_people.bits = ${all} desc, users.id limit ${maxCandidates}
    ) candidates join task_students on task_students.user_id = candidates.id
    join assignments on assignments.id = task_students.assignment_id
    left join marked_lessons on marked_lessons.id = assignments.lesson_id
    where candidates.bits | coalesce(marked_lessons.bits, 0) = ${all}
  ) named
  join tasks on tasks.id = named.id and tasks.status <> 'draft'
  join assignments on assignments.id = tasks.assignment_id
  join lessons on lessons.id = assignments.lesson_id and lessons.deleted_at is null
  join seen_courses on seen_courses.id = lessons.course_id
  order by place limit ${limit}`
}

const projects = (question: SearchQuestion, words: SearchWord[], reading: Reading) => {
  const { actor, search, limit } = question
  return sql`
  select 'project' as kind,
    ${numbered(sql`${isTitled(sql`found.name`, question)} desc, found.rank desc, found.id desc`)}, found.id, found.name as title,
    jsonb_build_object('status', found.status, 'authors', (
      select string_agg(users.name || ' ' || users.surname, ', ' order by project_authors.position)
      from project_authors join users on users.id = project_authors.user_id
      where project_authors.project_id = found.id and project_authors.agreed_at is not null
        and users.erase_at is null and users.erased_at is null)) as facts
  from (
    select id, name, status, ${relevance(search, reading) ?? sql`0`} as rank from (
      select id, name, status, search_words from projects
      where ${findableProject(actor)} and ${matchesSearch(search, reading, authorsAmong(words))}
      order by published_at desc nulls first, id desc limit ${maxCandidates}) candidates
  ) found
  order by place limit ${limit}`
}

/** The columns of what is found. */
const foundColumns = {
  kind: sql<SearchKind>`kind`,
  place: sql<number>`place`,
  id: sql<number>`id`,
  title: sql<string>`title`,
  facts: sql`facts`,
}

/**
 * Whether most searches are like this one. Planning takes as long as finding, but each plan that a connection keeps
 * takes a megabyte; and two words of which a curator sees thousands of lessons or one are not found in the same way.
 */
const isUsual = ({ actor, search, kinds }: SearchQuestion, reading: Reading) => {
  const words = searchWords(search)
  return (
    reading === literal &&
    kinds.length === SearchKind.options.length &&
    words.length <= (curates(actor, 'courses') ? 1 : 2) &&
    words.every(({ phrase, unwanted }) => !phrase && !unwanted)
  )
}

/** What a search finds of each kind, the best first: one query for all of them. */
export const findEverything = async (db: Db, question: SearchQuestion, reading: Reading): Promise<FoundRow[]> => {
  const { actor, search, kinds } = question
  const words = wantedWords(search)
  if (words.length === 0 || kinds.length === 0) return []
  const isStudent = actor.role === 'student'
  const partOf: Record<SearchKind, () => SQL> = {
    course: () => courses(question, words, reading),
    lesson: () => lessons(question, words, reading),
    task: () => (isStudent ? ownTasks(question, words) : handedInTasks(question, words)),
    user: () => people(question, words),
    project: () => projects(question, words, reading),
  }
  const marked = isStudent || !kinds.includes('task') ? sql`` : sql`, ${markedLessons(words)}`
  const query = db.select(foundColumns).from(sql`(
    with ${seenCourses(actor)}, ${foundOnce(words, reading, actor)} ${marked}
    ${sql.join(
      kinds.map((kind) => sql`(${partOf[kind]()})`),
      sql` union all `,
    )}) found`)
  return (isUsual(question, reading) ? await planned(query) : await query) as FoundRow[]
}
