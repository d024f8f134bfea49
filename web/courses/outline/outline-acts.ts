import { bySection } from '#contract/courses/by-section.ts'
import type { OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { inSections, moveInOutline, type Outline } from '#contract/courses/move-in-outline.ts'
import type { OutlineMove } from '#contract/courses/outline.schema.ts'
import { lessonStatuses } from '#contract/lessons/lesson-status.schema.ts'
import type { Way } from '#web/ui/use-steps.ts'

/** The sections and lessons of a course as they are shown. */
export type ShownOutline = Outline<Section, OutlineLesson>

let lastNewId = 0
/** The id of what is not saved yet. */
export const newId = () => {
  lastNewId -= 1
  return lastNewId
}

/** One change of an outline. What is new has a negative id until it is saved. */
export type OutlineAct =
  | { type: 'move'; move: OutlineMove }
  | { type: 'add-lesson'; id: number; name: string; section_id: number | null }
  | { type: 'rename-lesson'; id: number; name: string }
  | { type: 'add-section'; id: number; name: string; after_id?: number | null; lesson_ids?: number[] }
  | { type: 'rename-section'; id: number; name: string }
  | { type: 'remove-section'; id: number }
  | {
      type: 'bulk'
      ids: number[]
      act: 'publish' | 'unpublish' | 'move' | 'delete' | 'restore'
      section_id?: number | null
    }

/** A lesson as it is shown before it is saved. */
export const newLesson = (id: number, name: string, section_id: number | null): OutlineLesson => ({
  id,
  name,
  section_id,
  status: lessonStatuses.draft,
  publish_at: null,
  has_assignment: false,
  has_graded_quiz: false,
  due_at: null,
  task: null,
  read: false,
  minutes: 1,
  locked: null,
})

const renamed = <Item extends { id: number; name: string }>(items: Item[], id: number, name: string) =>
  items.map((item) => (item.id === id ? { ...item, name } : item))

const withSection = (
  { sections, lessons }: ShownOutline,
  { id, name, after_id, lesson_ids = [] }: Extract<OutlineAct, { type: 'add-section' }>,
): ShownOutline => {
  const inside = lesson_ids.flatMap((lessonId) => lessons.filter((lesson) => lesson.id === lessonId))
  const outline = {
    sections: [...sections, { id, name }],
    lessons: [
      ...lessons.filter((lesson) => !inside.includes(lesson)),
      ...inside.map((lesson) => ({ ...lesson, section_id: id })),
    ],
  }
  return after_id === undefined ? outline : (moveInOutline(outline, { kind: 'section', id, after_id }) ?? outline)
}

const changedMany = (
  outline: ShownOutline,
  { ids, act, section_id = null }: Extract<OutlineAct, { type: 'bulk' }>,
): ShownOutline => {
  const { sections, lessons } = outline
  const isChosen = ({ id }: OutlineLesson) => ids.includes(id)
  // deleted lessons come back with the response
  if (act === 'restore') return outline
  if (act === 'delete') return { sections, lessons: lessons.filter((lesson) => !isChosen(lesson)) }
  if (act === 'move') {
    const moved = ids.flatMap((id) => lessons.filter((lesson) => lesson.id === id))
    const others = lessons.filter((lesson) => !isChosen(lesson))
    return {
      sections,
      lessons: inSections({ sections, lessons: [...others, ...moved.map((l) => ({ ...l, section_id }))] }),
    }
  }
  const status = act === 'publish' ? lessonStatuses.published : lessonStatuses.draft
  return { sections, lessons: lessons.map((lesson) => (isChosen(lesson) ? { ...lesson, status } : lesson)) }
}

/**
 * The outline after an act, as it is shown before the server has answered. Acts on what is not there change nothing.
 */
export const applyAct = (outline: ShownOutline, act: OutlineAct): ShownOutline => {
  const { sections, lessons } = outline
  switch (act.type) {
    case 'move':
      return moveInOutline(outline, act.move) ?? outline
    case 'add-lesson':
      return {
        sections,
        lessons: inSections({ sections, lessons: [...lessons, newLesson(act.id, act.name, act.section_id)] }),
      }
    case 'rename-lesson':
      return { sections, lessons: renamed(lessons, act.id, act.name) }
    case 'add-section':
      return withSection(outline, act)
    case 'rename-section':
      return { sections: renamed(sections, act.id, act.name), lessons }
    case 'remove-section': {
      const left = sections.filter(({ id }) => id !== act.id)
      const freed = lessons.map((lesson) => (lesson.section_id === act.id ? { ...lesson, section_id: null } : lesson))
      return { sections: left, lessons: inSections({ sections: left, lessons: freed }) }
    }
    case 'bulk':
      return changedMany(outline, act)
  }
}

/** The neighbour before an item: what it is put after to bring it back to its place. */
const before = (items: { id: number }[], id: number) => items[items.findIndex((item) => item.id === id) - 1]?.id ?? null

const placeOfLesson = ({ lessons }: ShownOutline, id: number): OutlineAct[] => {
  const lesson = lessons.find((other) => other.id === id)
  if (!lesson) return []
  const beside = lessons.filter(({ section_id }) => section_id === lesson.section_id)
  const move = { kind: 'lesson', id, section_id: lesson.section_id, after_id: before(beside, id) } as const
  return [{ type: 'move', move }]
}

const undoOfMany = (outline: ShownOutline, { ids, act }: Extract<OutlineAct, { type: 'bulk' }>): OutlineAct[] => {
  const chosen = outline.lessons.filter(({ id }) => ids.includes(id))
  const of = (slug: string) => chosen.filter(({ status }) => status.slug === slug).map(({ id }) => id)
  const bulk = (ids: number[], act: 'publish' | 'unpublish' | 'restore'): OutlineAct[] =>
    ids.length > 0 ? [{ type: 'bulk', ids, act }] : []
  if (act === 'delete') return bulk(ids, 'restore')
  if (act === 'publish') return bulk(of('draft'), 'unpublish')
  if (act === 'unpublish') return bulk(of('published'), 'publish')
  // from the first on: each is put after one that is back already
  return act === 'move' ? chosen.flatMap(({ id }) => placeOfLesson(outline, id)) : []
}

/** The acts that bring back `outline`, which is what was shown before `act`; none when it cannot be undone. */
export const undoOf = (outline: ShownOutline, act: OutlineAct): OutlineAct[] => {
  const { sections, lessons } = outline
  switch (act.type) {
    case 'move':
      if (act.move.kind === 'lesson') return placeOfLesson(outline, act.move.id)
      return [{ type: 'move', move: { ...act.move, after_id: before(sections, act.move.id) } }]
    case 'rename-lesson':
    case 'rename-section': {
      const items = act.type === 'rename-lesson' ? lessons : sections
      const name = items.find(({ id }) => id === act.id)?.name
      return name === undefined ? [] : [{ ...act, name }]
    }
    case 'remove-section': {
      const section = sections.find(({ id }) => id === act.id)
      const lesson_ids = lessons.filter(({ section_id }) => section_id === act.id).map(({ id }) => id)
      if (!section) return []
      return [{ type: 'add-section', id: newId(), name: section.name, after_id: before(sections, act.id), lesson_ids }]
    }
    case 'bulk':
      return undoOfMany(outline, act)
    default:
      return []
  }
}

/** A lesson one place up or down; from the edge of its section it goes over to the next one. Null at the very end. */
export const stepOfLesson = ({ sections, lessons }: ShownOutline, id: number, way: Way): OutlineMove | null => {
  const groups = bySection(sections, lessons)
  const at = groups.findIndex(({ lessons: inside }) => inside.some((lesson) => lesson.id === id))
  const group = groups[at]
  if (!group) return null
  const place = group.lessons.findIndex((lesson) => lesson.id === id)
  const beside = group.lessons[place + way]
  const target = beside ? group : groups[at + way]
  if (!target) return null
  const neighbours = target.lessons.filter((lesson) => lesson.id !== id)
  const after = beside ? neighbours[place + way - 1] : way === 1 ? undefined : neighbours.at(-1)
  return { kind: 'lesson', id, section_id: target.section?.id ?? null, after_id: after?.id ?? null }
}

/** A section one place up or down; null at the end of the way. */
export const stepOfSection = ({ sections }: ShownOutline, id: number, way: Way): OutlineMove | null => {
  const at = sections.findIndex((section) => section.id === id)
  const others = sections.filter((section) => section.id !== id)
  const to = at + way
  if (at < 0 || to < 0 || to >= sections.length) return null
  return { kind: 'section', id, after_id: others[to - 1]?.id ?? null }
}

/** The place of a lesson or section as it is announced to screen readers. */
export const placeSentence = ({ sections, lessons }: ShownOutline, kind: OutlineMove['kind'], id: number) => {
  const isIt = (item: { id: number }) => item.id === id
  const group = bySection(sections, lessons).find(({ lessons: inside }) => inside.some(isIt))
  const items = kind === 'section' ? sections : (group?.lessons ?? [])
  const at = items.findIndex(isIt)
  const where = kind === 'section' ? '' : group?.section ? `раздел «${group.section.name}», ` : 'без раздела, '
  return `${items[at]?.name}: ${where}место ${at + 1} из ${items.length}`
}

/** Whether two outlines have the same things in the same places. */
export const isSameOrder = (one: ShownOutline, other: ShownOutline) => {
  const orderOf = ({ sections, lessons }: ShownOutline) =>
    JSON.stringify([sections.map(({ id }) => id), lessons.map(({ id, section_id }) => [id, section_id])])
  return orderOf(one) === orderOf(other)
}
