import { courseStatuses } from '#contract/courses/courses.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { projectStatuses } from '#contract/projects/projects.schema.ts'
import { SearchKind, type SearchResult } from '#contract/search/search.schema.ts'
import { taskAddress } from '#contract/tasks/task-places.ts'
import { taskStatuses } from '#contract/tasks/tasks.statuses.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { roleOf } from '#contract/users/users.schema.ts'
import type { Db } from '#server/db/database.ts'
import { correctSearch } from '#server/search/correct-search.repo.ts'
import { type FoundRow, findEverything, plainTitle, type SearchQuestion } from '#server/search/find-everything.repo.ts'
import { lookUpWords } from '#server/search/known-words.repo.ts'
import { literal } from '#server/search/word-query.repo.ts'

const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' · ')

/** What is shown under the title, and where it leads. */
const placeOf = (row: FoundRow, { role }: Actor): { note: string; url: string } => {
  const params = { id: row.id }
  switch (row.kind) {
    case 'course': {
      const { status, summary } = row.facts
      return {
        note: joined(status !== 'published' && courseStatuses[status].name, summary),
        url: pathTo('courses.show', params),
      }
    }
    case 'lesson':
      return {
        note: joined(!row.facts.open && 'Не опубликован', row.facts.course),
        url: pathTo('lessons.show', params),
      }
    case 'task': {
      const { status, course, lesson_id, students } = row.facts
      return {
        note: joined(students, taskStatuses[status].name, course),
        url:
          role === 'student'
            ? taskAddress(lesson_id)
            : pathTo('tasks.index', {}, { task: String(row.id), status: 'all' }),
      }
    }
    case 'user': {
      const { role: slug, email, active } = row.facts
      return {
        note: joined(roleOf(slug).name, email, !active && 'отключён'),
        url: pathTo('users.show', params),
      }
    }
    case 'project': {
      const { status, authors } = row.facts
      return {
        note: joined(status !== 'published' && projectStatuses[status].name, authors),
        url: pathTo('projects.show', params),
      }
    }
  }
}

/**
 * Titles that are exactly what was typed, then the first of each kind, then the second, and so on, up to the limit. In
 * the order of the kinds, of which those with such a title come first: they are shown kind by kind.
 */
const share = (rows: FoundRow[], { search, limit }: SearchQuestion) => {
  const typed = plainTitle(search)
  const isOther = ({ title }: FoundRow) => Number(plainTitle(title) !== typed)
  const exactKinds = new Set(rows.filter((row) => !isOther(row)).map(({ kind }) => kind))
  const nth = ({ kind }: FoundRow) =>
    SearchKind.options.indexOf(kind) + (exactKinds.has(kind) ? 0 : SearchKind.options.length)
  return rows
    .toSorted((a, b) => isOther(a) - isOther(b) || a.place - b.place || nth(a) - nth(b))
    .slice(0, limit)
    .sort((a, b) => nth(a) - nth(b) || isOther(a) - isOther(b) || a.place - b.place)
}

/** What a person finds: what is written so, else what it may be but for typing errors. */
export const searchEverything = async (db: Db, question: SearchQuestion): Promise<SearchResult[]> => {
  const words = await lookUpWords(db, question)
  let rows = words.some(({ isNowhere }) => isNowhere) ? [] : await findEverything(db, question, literal)
  if (rows.length === 0) {
    const unknown = words.flatMap(({ word, isKnown }) => (isKnown ? [] : [word]))
    const corrections = await correctSearch(db, question, unknown)
    const isCorrected = [...corrections.values()].some(({ lexemes, names }) => lexemes.length + names.length > 0)
    if (isCorrected) rows = await findEverything(db, question, { corrections, any: false })
  }
  return share(rows, question).map((row) => ({
    kind: row.kind,
    id: row.id,
    title: row.title,
    ...placeOf(row, question.actor),
  }))
}
