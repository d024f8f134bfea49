import { z } from 'zod'
import type { OutlineLesson, Section } from '#contract/courses/courses.schema.ts'
import { formatNumber } from '#contract/format-number.ts'
import { HandInKind } from '#contract/lessons/assignment.schema.ts'
import { LessonRequirement } from '#contract/lessons/lessons.schema.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import type { Person } from '#contract/users/users.schema.ts'
import type { DraftFields } from '#web/drafts/draft-fields.ts'
import type { FormKind } from '#web/drafts/form-draft.ts'
import { type CriterionValues, emptyAssignment } from '#web/lessons/assignment-form.ts'
import { type LessonValues, lessonProblems, needNames } from '#web/lessons/lesson-form.ts'
import { handInKinds } from '#web/tasks/hand-in-kinds.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { fromLocalInput } from '#web/ui/local-moment.ts'

const OptionalNumber = z.union([z.number(), z.literal('')])
const empty = emptyAssignment()

const Kept = z.object({
  name: z.string(),
  section_id: z.string(),
  content: z.string(),
  visibility: z.enum(['draft', 'now', 'later']),
  publish_at: z.string(),
  after: z.array(LessonRequirement).default([]),
  minutes: OptionalNumber.default(''),
  asks: z.boolean(),
  // what earlier versions of the site did not ask for is as in an empty form
  assignment: z.object({
    text: z.string(),
    kinds: z.array(HandInKind).default(empty.kinds),
    file_types: z.array(z.string()).default([]),
    max_file_size: OptionalNumber.default(''),
    due_at: z.string(),
    closes_at: z.string().default(''),
    team_size: OptionalNumber.default(empty.team_size),
    reviewer_ids: z.array(z.number()).default([]),
    weight: OptionalNumber.default(empty.weight),
    criteria: z.array(
      z.object({
        key: z.string(),
        id: z.number().nullable().default(null),
        name: z.string(),
        description: z.string(),
        points: OptionalNumber,
      }),
    ),
  }),
})

const momentIn = (local: string) => {
  const moment = fromLocalInput(local)
  return moment ? formatMoment(moment) : ''
}

const criterionIn = ({ name, points, description }: CriterionValues) =>
  [name, points === '' ? '' : `баллов: ${points}`, description].filter(Boolean).join(' · ')

const sizeIn = (megabytes: number | '') => (megabytes === '' ? 'Без своего предела' : `${formatNumber(megabytes)} МБ`)

const reviewersIn = (teachers: Person[]) => (ids: number[]) => {
  if (ids.length === 0) return 'Все преподаватели курса'
  const names = teachers.filter(({ id }) => ids.includes(id)).map(fullName)
  const unknown = ids.length - names.length
  if (unknown === 0) return names.join(', ')
  // somebody may have left the course since
  const others = counted(unknown, 'преподаватель', 'преподавателя', 'преподавателей')
  return [...names, names.length > 0 ? `ещё ${others}` : others].join(', ')
}

const visibility = { draft: 'Черновик', now: 'Опубликован', later: 'Откроется в срок' }

const requirementIn =
  (lessons: OutlineLesson[]) =>
  ({ lesson_id, needs }: LessonRequirement) =>
    `${lessons.find(({ id }) => id === lesson_id)?.name ?? 'Удалённый урок'}: ${needNames[needs]}`

const fieldsOf = (sections: Section[], teachers: Person[], lessons: OutlineLesson[]): DraftFields<LessonValues> => ({
  name: { label: 'Название' },
  section_id: {
    label: 'Раздел',
    show: (id) => sections.find((section) => `${section.id}` === id)?.name ?? 'Без раздела',
  },
  content: { label: 'Текст урока', rich: true },
  asks: { label: 'Урок просит сдать работу' },
  assignment: {
    text: { label: 'Что нужно сделать', rich: true },
    kinds: { label: 'Что сдают', show: (kinds) => kinds.map((kind) => handInKinds[kind]).join(', ') },
    file_types: { label: 'Какие файлы', show: (types) => types.join(', ') || 'Любые' },
    max_file_size: { label: 'Размер файла', show: sizeIn },
    due_at: { label: 'Срок сдачи', show: momentIn },
    closes_at: { label: 'Приём закроется', show: momentIn },
    team_size: { label: 'Размер команды' },
    reviewer_ids: { label: 'Кто проверяет', show: reviewersIn(teachers) },
    weight: { label: 'Вес в журнале', show: (weight) => (weight === '' ? '' : formatNumber(weight)) },
    criteria: {
      label: 'Критерии',
      of: (criteria) => criteria.map(({ name, points, description }) => [name, points, description]),
      show: (criteria) => criteria.map(criterionIn).join('\n'),
    },
  },
  minutes: { label: 'Сколько минут читать', show: (minutes) => (minutes === '' ? 'По тексту' : `${minutes}`) },
  after: {
    label: 'Что нужно пройти сначала',
    of: (after) => after.map(({ lesson_id, needs }) => [lesson_id, needs]),
    show: (after) => after.map(requirementIn(lessons)).join('\n') || 'Ничего',
  },
  visibility: { label: 'Кто видит урок', show: (value) => visibility[value] },
  publish_at: { label: 'Когда открыть', show: momentIn },
})

/** How a lesson is drafted; `sections`, `teachers` and `lessons` are those of its course, to be called by name. */
export const lessonKind = (
  sections: Section[],
  teachers: Person[],
  lessons: OutlineLesson[],
): FormKind<LessonValues> => ({
  fields: fieldsOf(sections, teachers, lessons),
  read: (values) => Kept.safeParse(values).data ?? null,
  check: lessonProblems,
})
