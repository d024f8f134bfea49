import { describe, expect, it } from 'vitest'
import { inSections } from '#contract/courses/move-in-outline.ts'
import { lessonStatuses } from '#contract/lessons/lesson-status.schema.ts'
import {
  applyAct,
  newLesson,
  type OutlineAct,
  placeSentence,
  type ShownOutline,
  stepOfLesson,
  stepOfSection,
  undoOf,
} from '#web/courses/outline/outline-acts.ts'

const lesson = (id: number, section_id: number | null, slug: 'draft' | 'published' = 'draft') => ({
  ...newLesson(id, `Урок ${id}`, section_id),
  status: lessonStatuses[slug],
})

const outline: ShownOutline = {
  sections: [
    { id: 10, name: 'Один' },
    { id: 20, name: 'Два' },
    { id: 30, name: 'Три' },
  ],
  lessons: [lesson(1, null), lesson(2, 10, 'published'), lesson(3, 10), lesson(4, 20), lesson(5, 20), lesson(6, 20)],
}

const places = ({ sections, lessons }: ShownOutline) =>
  [null, ...sections].map((section) =>
    lessons.filter(({ section_id }) => section_id === (section?.id ?? null)).map(({ id }) => id),
  )
const applyAll = (acts: OutlineAct[], from = outline) => acts.reduce(applyAct, from)
const stepped = (id: number, way: 1 | -1) => {
  const move = stepOfLesson(outline, id, way)
  return move && places(applyAct(outline, { type: 'move', move }))
}

describe('a step', () => {
  it('passes one neighbour, and goes over to the next section at the edge of its own', () => {
    expect(stepped(4, 1)).toEqual([[1], [2, 3], [5, 4, 6], []])
    expect(stepped(5, -1)).toEqual([[1], [2, 3], [5, 4, 6], []])
    expect(stepped(3, 1)).toEqual([[1], [2], [3, 4, 5, 6], []])
    expect(stepped(4, -1)).toEqual([[1], [2, 3, 4], [5, 6], []])
    expect(stepped(6, 1)).toEqual([[1], [2, 3], [4, 5], [6]])
    expect(stepped(2, -1)).toEqual([[1, 2], [3], [4, 5, 6], []])
    expect(stepped(1, -1)).toBeNull()
  })

  it('moves sections, and ends at both ends', () => {
    const order = (id: number, way: 1 | -1) => {
      const move = stepOfSection(outline, id, way)
      return move && applyAct(outline, { type: 'move', move }).sections.map((section) => section.id)
    }
    expect(order(10, 1)).toEqual([20, 10, 30])
    expect(order(30, -1)).toEqual([10, 30, 20])
    expect(order(10, -1)).toBeNull()
    expect(order(30, 1)).toBeNull()
  })

  it('is announced with the new place', () => {
    expect(placeSentence(outline, 'lesson', 5)).toBe('Урок 5: раздел «Два», место 2 из 3')
    expect(placeSentence(outline, 'lesson', 1)).toBe('Урок 1: без раздела, место 1 из 1')
    expect(placeSentence(outline, 'section', 20)).toBe('Два: место 2 из 3')
  })
})

const undoable: OutlineAct[] = [
  { type: 'move', move: { kind: 'lesson', id: 5, section_id: 10, after_id: null } },
  { type: 'move', move: { kind: 'lesson', id: 4, after_id: 1 } },
  { type: 'move', move: { kind: 'section', id: 30, after_id: null } },
  { type: 'move', move: { kind: 'section', id: 10, after_id: 30 } },
  { type: 'rename-lesson', id: 2, name: 'Иначе' },
  { type: 'rename-section', id: 20, name: 'Иначе' },
  { type: 'bulk', ids: [6, 4, 2], act: 'move', section_id: 30 },
  { type: 'bulk', ids: [4, 5, 6], act: 'move', section_id: null },
  { type: 'bulk', ids: [2, 3], act: 'publish' },
  { type: 'bulk', ids: [2, 3], act: 'unpublish' },
]

describe('undoing', () => {
  it.each(undoable.map((act) => [JSON.stringify(act), act] as const))('%s brings back what was before', (_, act) => {
    const changed = applyAct(outline, act)
    expect(changed).not.toEqual(outline)
    expect(applyAll(undoOf(outline, act), changed)).toEqual(outline)
  })

  it('a deleted section makes it again at its place, with its lessons', () => {
    const act: OutlineAct = { type: 'remove-section', id: 20 }
    const changed = applyAct(outline, act)
    expect(places(changed)).toEqual([[1, 4, 5, 6], [2, 3], []])
    const back = applyAll(undoOf(outline, act), changed)
    expect(places(back)).toEqual(places(outline))
    expect(back.sections.map(({ name }) => name)).toEqual(['Один', 'Два', 'Три'])
  })

  it('deleted lessons restores them', () => {
    expect(undoOf(outline, { type: 'bulk', ids: [3, 4], act: 'delete' })).toEqual([
      { type: 'bulk', ids: [3, 4], act: 'restore' },
    ])
  })
})

it('what is new is at the end of its section until it is saved', () => {
  const withLesson = applyAct(outline, { type: 'add-lesson', id: -1, name: 'Новый', section_id: 10 })
  expect(places(withLesson)).toEqual([[1], [2, 3, -1], [4, 5, 6], []])
  expect(inSections(withLesson)).toEqual(withLesson.lessons)
  const withSection = applyAct(outline, { type: 'add-section', id: -2, name: 'Новый' })
  expect(withSection.sections.map(({ id }) => id)).toEqual([10, 20, 30, -2])
})
