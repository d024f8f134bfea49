import { bySection } from '#contract/courses/by-section.ts'
import type { OutlineMove } from '#contract/courses/outline.schema.ts'

interface Placed {
  id: number
  section_id: number | null
}

/** Sections and lessons of a course in their order. */
export interface Outline<Section extends { id: number }, Lesson extends Placed> {
  sections: Section[]
  lessons: Lesson[]
}

/** The lessons in the order of their sections. */
export const inSections = <Section extends { id: number }, Lesson extends Placed>({
  sections,
  lessons,
}: Outline<Section, Lesson>) => bySection(sections, lessons).flatMap(({ lessons: inside }) => inside)

/** Puts an item after another one: first for null, last for one that is not there. */
const placeAfter = <Item extends { id: number }>(items: Item[], item: Item, afterId: number | null) => {
  const after = items.findIndex(({ id }) => id === afterId)
  const at = afterId === null ? 0 : after < 0 ? items.length : after + 1
  return items.toSpliced(at, 0, item)
}

/** The section a lesson is moved to: the named one, else that of `after_id`, else its own. */
const sectionOf = (lessons: Placed[], lesson: Placed, { section_id, after_id }: OutlineMove) => {
  if (section_id !== undefined) return section_id
  return (lessons.find(({ id }) => id === after_id) ?? lesson).section_id
}

/**
 * The outline after a move; null when what is moved, or the section it goes to, is not there. Server and browser apply
 * moves by this one function, so that what is shown at once is what will be saved.
 */
export const moveInOutline = <Section extends { id: number }, Lesson extends Placed>(
  { sections, lessons }: Outline<Section, Lesson>,
  move: OutlineMove,
): Outline<Section, Lesson> | null => {
  if (move.kind === 'section') {
    const section = sections.find(({ id }) => id === move.id)
    if (!section) return null
    if (move.after_id === move.id) return { sections, lessons }
    const moved = placeAfter(
      sections.filter((other) => other !== section),
      section,
      move.after_id,
    )
    return { sections: moved, lessons: inSections({ sections: moved, lessons }) }
  }
  const lesson = lessons.find(({ id }) => id === move.id)
  if (!lesson) return null
  const sectionId = sectionOf(lessons, lesson, move)
  if (sectionId !== null && !sections.some(({ id }) => id === sectionId)) return null
  if (move.after_id === move.id && sectionId === lesson.section_id) return { sections, lessons }
  const isBeside = (other: Lesson) => other !== lesson && other.section_id === sectionId
  const beside = placeAfter(lessons.filter(isBeside), { ...lesson, section_id: sectionId }, move.after_id)
  const others = lessons.filter((other) => other !== lesson && other.section_id !== sectionId)
  return { sections, lessons: inSections({ sections, lessons: [...others, ...beside] }) }
}
