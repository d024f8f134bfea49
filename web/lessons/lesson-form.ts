import type { LessonNeed, LessonStatus } from '#contract/lessons/lesson-status.schema.ts'
import { opensLater } from '#contract/lessons/lessons.policy.ts'
import { type Lesson, LessonCreate, type LessonRequirement } from '#contract/lessons/lessons.schema.ts'
import type { FormOf } from '#web/drafts/WithDraft.tsx'
import { changesOf } from '#web/forms/changes-of.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import {
  type AssignmentValues,
  assignmentBody,
  assignmentValues,
  deadlineProblem,
  emptyAssignment,
} from '#web/lessons/assignment-form.ts'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'

/** What another lesson may wait for, as it is chosen. */
export const needNames: Record<LessonNeed, string> = { read: 'прочитан', accepted: 'задание принято' }

/** What is typed about a lesson. */
export interface LessonValues {
  name: string
  /** As a field of choice holds it; empty for none. */
  section_id: string
  content: string
  visibility: 'draft' | 'now' | 'later'
  /** As a `datetime-local` field holds it. */
  publish_at: string
  /** What must come first. */
  after: LessonRequirement[]
  /** How many it takes to read; empty for the estimate. */
  minutes: number | ''
  asks: boolean
  assignment: AssignmentValues
}

/** The form of a lesson that is not there yet. */
export const emptyLesson = (sectionId: number | null): LessonValues => ({
  name: '',
  section_id: sectionId === null ? '' : String(sectionId),
  content: '',
  visibility: 'draft',
  publish_at: '',
  after: [],
  minutes: '',
  asks: false,
  assignment: emptyAssignment(),
})

const visibilityOf = (lesson: Omit<Lesson, 'task'>): LessonValues['visibility'] => {
  if (lesson.status.slug === 'draft') return 'draft'
  return opensLater(lesson, new Date()) ? 'later' : 'now'
}

/** The form of a lesson as it is. */
export const lessonValues = (lesson: Omit<Lesson, 'task'>): LessonValues => {
  const { name, section_id, content, publish_at, after, own_minutes, assignment, course } = lesson
  const visibility = visibilityOf(lesson)
  return {
    name,
    section_id: section_id === null ? '' : String(section_id),
    content,
    visibility,
    publish_at: visibility === 'later' ? toLocalInput(publish_at) : '',
    after,
    minutes: own_minutes ?? '',
    asks: assignment !== null,
    assignment: assignment ? assignmentValues(assignment, course.teacher_ids) : emptyAssignment(),
  }
}

/** What the server is sent of a new lesson. */
export const lessonBody = ({
  name,
  section_id,
  content,
  visibility,
  publish_at,
  after,
  minutes,
  asks,
  assignment,
}: LessonValues) => ({
  name,
  content,
  section_id: section_id ? Number(section_id) : null,
  status: (visibility === 'draft' ? 'draft' : 'published') as LessonStatus,
  publish_at: visibility === 'later' ? fromLocalInput(publish_at) : null,
  after,
  minutes: minutes === '' ? null : minutes,
  assignment: asks ? assignmentBody(assignment) : null,
})

/**
 * What the server is sent of a changed lesson: only what differs from the lesson as it is. The moment at which it has
 * opened stays: it is the day of its column in the journal.
 */
export const lessonChanges = (values: LessonValues, lesson: Omit<Lesson, 'task'>) => {
  const saved = lessonBody(lessonValues(lesson))
  // a moment ahead also waits in a draft, of which the form has no moment
  const before = {
    ...saved,
    publish_at: opensLater(lesson, new Date()) ? (saved.publish_at ?? lesson.publish_at) : null,
  }
  const { assignment, ...changes } = changesOf(lessonBody(values), before)
  if (assignment === undefined) return changes
  if (assignment === null || before.assignment === null) return { ...changes, assignment }
  return { ...changes, assignment: { text: assignment.text, ...changesOf(assignment, before.assignment) } }
}

const check = validateWith(LessonCreate)

/** What is wrong with the form, field by field, before it is sent. */
export const lessonProblems = (values: LessonValues): Record<string, string> => {
  const problems = check({ course_id: 1, ...lessonBody(values) })
  if (values.visibility === 'later') {
    const moment = fromLocalInput(values.publish_at)
    if (!moment) problems.publish_at = 'Укажите день и время'
    else if (new Date(moment) <= new Date()) problems.publish_at = 'Этот момент уже прошёл'
  }
  if (!values.asks) return problems
  if (!values.assignment.text) problems['assignment.text'] = 'Опишите, что нужно сделать'
  const deadline = deadlineProblem(values.assignment)
  if (deadline) problems['assignment.closes_at'] = deadline
  return problems
}

/** The form itself. */
export type LessonFormState = FormOf<LessonValues>
