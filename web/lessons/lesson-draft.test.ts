import { expect, test } from 'vitest'
import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import { differencesOf } from '#web/drafts/draft-fields.ts'
import { newCriterion } from '#web/lessons/assignment-form.ts'
import { lessonKind } from '#web/lessons/lesson-draft.ts'
import { emptyLesson } from '#web/lessons/lesson-form.ts'

const role = { slug: 'teacher' as const, name: 'Преподаватель' }
const anna = { id: 4, name: 'Анна', surname: 'Ёлкина', role, avatar: null }
const grid = { id: 12, name: 'Поля', has_assignment: false } as OutlineLesson
const kind = lessonKind([], [anna], [grid])

test('a draft of an earlier version of the site is read, with the usual rules', () => {
  const { assignment, ...lesson } = emptyLesson(null)
  const criteria = [{ key: 'a', name: 'Сетка', description: '', points: 4 }]
  const kept = { ...lesson, name: 'Урок', assignment: { text: '<p>Плакат</p>', due_at: '', criteria } }
  expect(kind.read(kept)).toEqual({
    ...lesson,
    name: 'Урок',
    assignment: { ...assignment, text: '<p>Плакат</p>', criteria: [{ ...criteria[0], id: null }] },
  })
  expect(kind.read({ name: 'Урок' })).toBeNull()
})

test('two versions differ in readable text, whatever the keys of their criteria', () => {
  const mine = emptyLesson(null)
  const theirs = emptyLesson(null)
  mine.assignment.criteria = [{ ...newCriterion(), name: 'Сетка', points: 4 }]
  theirs.assignment.criteria = [{ ...newCriterion(), id: 5, name: 'Сетка', points: 4 }]
  expect(differencesOf(kind.fields, mine, theirs)).toEqual([])
  Object.assign(theirs.assignment, {
    kinds: ['files', 'link'],
    file_types: ['.pdf'],
    max_file_size: 2.5,
    closes_at: '2030-01-02T10:00',
    team_size: 3,
    reviewer_ids: [5],
    weight: 0.5,
  })
  expect(differencesOf(kind.fields, mine, theirs).map(({ label, mine, theirs }) => [label, mine, theirs])).toEqual([
    ['Что сдают', 'Текст, Файлы', 'Файлы, Ссылка'],
    ['Какие файлы', 'Любые', '.pdf'],
    ['Размер файла', 'Без своего предела', '2,5 МБ'],
    ['Приём закроется', '', '02.01.2030 10:00'],
    ['Размер команды', '1', '3'],
    ['Кто проверяет', 'Все преподаватели курса', '1\u00a0преподаватель'],
    ['Вес в журнале', '1', '0,5'],
  ])
})

test('two versions name the reviewers, also when one has left the course', () => {
  const lesson = emptyLesson(null)
  const versionWith = (reviewer_ids: number[]) => ({ ...lesson, assignment: { ...lesson.assignment, reviewer_ids } })
  const reviewers = (mine: number[], theirs: number[]) =>
    differencesOf(kind.fields, versionWith(mine), versionWith(theirs)).find(({ label }) => label === 'Кто проверяет')
  expect(reviewers([4], [])).toMatchObject({ mine: 'Анна Ёлкина', theirs: 'Все преподаватели курса' })
  expect(reviewers([4, 9], [9])).toMatchObject({
    mine: 'Анна Ёлкина, ещё 1\u00a0преподаватель',
    theirs: '1\u00a0преподаватель',
  })
})

test('two versions name the lessons that come first, and the minutes', () => {
  const mine = { ...emptyLesson(null), after: [{ lesson_id: 12, needs: 'read' as const }], minutes: 5 }
  expect(differencesOf(kind.fields, mine, emptyLesson(null))).toMatchObject([
    { label: 'Сколько минут читать', mine: '5', theirs: 'По тексту' },
    { label: 'Что нужно пройти сначала', mine: 'Поля: прочитан', theirs: 'Ничего' },
  ])
})
