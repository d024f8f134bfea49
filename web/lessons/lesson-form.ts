import { useForm } from '@mantine/form'
import { isOpenLesson } from '#contract/lessons/lessons.policy.ts'
import { type Lesson, LessonCreate, type LessonStatus } from '#contract/lessons/lessons.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { fromLocalInput, toLocalInput } from '#web/ui/local-moment.ts'

/** A criterion while it is typed: `key` is its own through moves; `points` are empty until a number stands there. */
export interface CriterionValues {
  key: string
  name: string
  description: string
  points: number | ''
}

/** What is typed about a lesson. */
export interface LessonValues {
  name: string
  /** As a field of choice holds it; empty for none. */
  section_id: string
  content: string
  visibility: 'draft' | 'now' | 'later'
  /** As a `datetime-local` field holds it. */
  publish_at: string
  asks: boolean
  assignment: { text: string; due_at: string; criteria: CriterionValues[] }
}

let keys = 0

/** An empty criterion. */
export const newCriterion = (): CriterionValues => {
  keys += 1
  return { key: `new-${Date.now()}-${keys}`, name: '', description: '', points: '' }
}

/** The form of a lesson that is not there yet. */
export const emptyLesson = (sectionId: number | null): LessonValues => ({
  name: '',
  section_id: sectionId === null ? '' : String(sectionId),
  content: '',
  visibility: 'draft',
  publish_at: '',
  asks: false,
  assignment: { text: '', due_at: '', criteria: [] },
})

const visibilityOf = ({ status, publish_at }: Lesson): LessonValues['visibility'] => {
  if (status.slug === 'draft') return 'draft'
  return isOpenLesson({ status: status.slug as LessonStatus, publish_at }, new Date()) ? 'now' : 'later'
}

/** The form of a lesson as it is. */
export const lessonValues = (lesson: Lesson): LessonValues => {
  const { name, section_id, content, publish_at, assignment } = lesson
  const visibility = visibilityOf(lesson)
  return {
    name,
    section_id: section_id === null ? '' : String(section_id),
    content,
    visibility,
    publish_at: visibility === 'later' ? toLocalInput(publish_at) : '',
    asks: assignment !== null,
    assignment: {
      text: assignment?.text ?? '',
      due_at: toLocalInput(assignment?.due_at ?? null),
      criteria: (assignment?.criteria ?? []).map(({ name, description = '', points }, index) => ({
        key: `${index}`,
        name,
        description,
        points: points ?? '',
      })),
    },
  }
}

/** What the server is sent. */
export const lessonBody = ({ name, section_id, content, visibility, publish_at, asks, assignment }: LessonValues) => ({
  name,
  content,
  section_id: section_id ? Number(section_id) : null,
  status: (visibility === 'draft' ? 'draft' : 'published') as LessonStatus,
  publish_at: visibility === 'later' ? fromLocalInput(publish_at) : null,
  assignment: asks
    ? {
        text: assignment.text,
        due_at: fromLocalInput(assignment.due_at),
        criteria: assignment.criteria.map(({ name, description, points }) => ({
          name,
          ...(description.trim() ? { description } : {}),
          ...(points === '' ? {} : { points }),
        })),
      }
    : null,
})

const check = validateWith(LessonCreate)

/** What is wrong with the form, field by field, before it is sent. */
export const lessonProblems = (values: LessonValues): Record<string, string> => {
  const problems = check({ course_id: 1, ...lessonBody(values) })
  if (values.visibility === 'later') {
    const moment = fromLocalInput(values.publish_at)
    if (!moment) problems.publish_at = 'Укажите день и время'
    else if (new Date(moment) <= new Date()) problems.publish_at = 'Этот момент уже прошёл'
  }
  if (values.asks && !values.assignment.text) problems['assignment.text'] = 'Опишите, что нужно сделать'
  return problems
}

/** The form itself. */
export const useLessonForm = (initialValues: LessonValues, onValuesChange: (values: LessonValues) => void) =>
  useForm({ initialValues, validate: lessonProblems, onValuesChange })
export type LessonFormState = ReturnType<typeof useLessonForm>
