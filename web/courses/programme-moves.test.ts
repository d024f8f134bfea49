import { describe, expect, it } from 'vitest'
import type { OutlineLesson } from '#contract/courses/courses.schema.ts'
import {
  moveLesson,
  moveSection,
  type Programme,
  placeLesson,
  removeSection,
  renameSection,
} from '#web/courses/programme-moves.ts'

const lesson = (id: number, section_id: number | null) => ({ id, section_id, name: `Урок ${id}` }) as OutlineLesson

/** 1 outside; 2, 3 in section 10; 4 in section 20. */
const programme: Programme = {
  sections: [
    { id: 10, name: 'Первый' },
    { id: 20, name: 'Второй' },
  ],
  lessons: [lesson(1, null), lesson(2, 10), lesson(3, 10), lesson(4, 20)],
}

const places = (result: Programme | null) => result?.lessons.map(({ id, section_id }) => `${id}:${section_id ?? '-'}`)

describe('moving lessons', () => {
  it('swaps neighbours of a section', () => {
    expect(places(moveLesson(programme, 3, -1))).toEqual(['1:-', '3:10', '2:10', '4:20'])
    expect(places(moveLesson(programme, 2, 1))).toEqual(['1:-', '3:10', '2:10', '4:20'])
  })

  it('crosses into the section above at its end and into the one below at its beginning', () => {
    expect(places(moveLesson(programme, 2, -1))).toEqual(['1:-', '2:-', '3:10', '4:20'])
    expect(places(moveLesson(programme, 3, 1))).toEqual(['1:-', '2:10', '3:20', '4:20'])
    expect(places(moveLesson(programme, 4, -1))).toEqual(['1:-', '2:10', '3:10', '4:10'])
  })

  it('stops at both ends', () => {
    expect(moveLesson(programme, 1, -1)).toBeNull()
    expect(moveLesson(programme, 4, 1)).toBeNull()
    expect(moveLesson(programme, 99, 1)).toBeNull()
  })

  it('goes to the end of a chosen section', () => {
    expect(places(placeLesson(programme, 4, 10))).toEqual(['1:-', '2:10', '3:10', '4:10'])
    expect(places(placeLesson(programme, 4, null))).toEqual(['1:-', '4:-', '2:10', '3:10'])
    expect(placeLesson(programme, 4, 20)).toBeNull()
  })
})

describe('changing sections', () => {
  it('carries the lessons of a moved section along', () => {
    expect(places(moveSection(programme, 20, -1))).toEqual(['1:-', '4:20', '2:10', '3:10'])
    expect(moveSection(programme, 10, -1)).toBeNull()
    expect(moveSection(programme, 20, 1)).toBeNull()
  })

  it('leaves the lessons of a removed section outside', () => {
    const result = removeSection(programme, 10)
    expect(places(result)).toEqual(['1:-', '2:-', '3:-', '4:20'])
    expect(result.sections.map(({ id }) => id)).toEqual([20])
  })

  it('renames only the section that is meant', () => {
    expect(renameSection(programme, 20, 'Новый').sections.map(({ name }) => name)).toEqual(['Первый', 'Новый'])
  })
})
