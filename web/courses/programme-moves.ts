import type { OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { bySection } from '#web/courses/progress.ts'
import type { Way } from '#web/ui/use-steps.ts'

/** The sections of a course and its lessons, both in order; lessons outside the sections stand first. */
export interface Programme {
  sections: Section[]
  lessons: OutlineLesson[]
}

/** The order that the sections give: the lessons of each, one section after the other. */
const inOrder = ({ sections, lessons }: Programme): Programme => ({
  sections,
  lessons: bySection(sections, lessons).flatMap(({ lessons: inside }) => inside),
})

const swapped = <T>(items: T[], at: number, other: number) => {
  const copy = [...items]
  ;[copy[at], copy[other]] = [copy[other] as T, copy[at] as T]
  return copy
}

/** A section one place up or down; null at the end of the way. */
export const moveSection = (programme: Programme, id: number, way: Way): Programme | null => {
  const at = programme.sections.findIndex((section) => section.id === id)
  const other = at + way
  if (at < 0 || other < 0 || other >= programme.sections.length) return null
  return inOrder({ ...programme, sections: swapped(programme.sections, at, other) })
}

/** A section under another name. */
export const renameSection = (programme: Programme, id: number, name: string): Programme => ({
  ...programme,
  sections: programme.sections.map((section) => (section.id === id ? { ...section, name } : section)),
})

/** Without a section: its lessons stay, outside of the sections. */
export const removeSection = ({ sections, lessons }: Programme, id: number): Programme =>
  inOrder({
    sections: sections.filter((section) => section.id !== id),
    lessons: lessons.map((lesson) => (lesson.section_id === id ? { ...lesson, section_id: null } : lesson)),
  })

/** A lesson at the end of a section, or of those outside; null when it is there already. */
export const placeLesson = (programme: Programme, id: number, sectionId: number | null): Programme | null => {
  const lesson = programme.lessons.find((other) => other.id === id)
  if (!lesson || lesson.section_id === sectionId) return null
  const others = programme.lessons.filter((other) => other !== lesson)
  return inOrder({ ...programme, lessons: [...others, { ...lesson, section_id: sectionId }] })
}

/** A lesson one place up or down; from the edge of its section it goes over to the next one. Null at the very end. */
export const moveLesson = (programme: Programme, id: number, way: Way): Programme | null => {
  const groups = bySection(programme.sections, programme.lessons)
  const at = groups.findIndex(({ lessons }) => lessons.some((lesson) => lesson.id === id))
  const group = groups[at]
  if (!group) return null
  const place = group.lessons.findIndex((lesson) => lesson.id === id)
  const lesson = group.lessons[place] as OutlineLesson
  const neighbour = group.lessons[place + way]
  if (neighbour) {
    const { lessons } = programme
    return inOrder({ ...programme, lessons: swapped(lessons, lessons.indexOf(lesson), lessons.indexOf(neighbour)) })
  }
  const target = groups[at + way]
  if (!target) return null
  const moved = { ...lesson, section_id: target.section?.id ?? null }
  const others = programme.lessons.filter((other) => other !== lesson)
  return inOrder({ ...programme, lessons: way === 1 ? [moved, ...others] : [...others, moved] })
}
