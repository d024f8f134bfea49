import { z } from 'zod'
import type { Section } from '#contract/courses/courses.schema.ts'
import type { DraftFields } from '#web/drafts/draft-fields.ts'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { CriterionValues, LessonValues } from '#web/lessons/lesson-form.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { fromLocalInput } from '#web/ui/local-moment.ts'

const Kept = z.object({
  name: z.string(),
  section_id: z.string(),
  content: z.string(),
  visibility: z.enum(['draft', 'now', 'later']),
  publish_at: z.string(),
  asks: z.boolean(),
  assignment: z.object({
    text: z.string(),
    due_at: z.string(),
    criteria: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        description: z.string(),
        points: z.union([z.number(), z.literal('')]),
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

const visibility = { draft: 'Черновик', now: 'Опубликован', later: 'Откроется в срок' }

const fieldsOf = (sections: Section[]): DraftFields<LessonValues> => ({
  name: { label: 'Название' },
  section_id: {
    label: 'Раздел',
    show: (id) => sections.find((section) => `${section.id}` === id)?.name ?? 'Без раздела',
  },
  content: { label: 'Текст урока', rich: true },
  asks: { label: 'Урок просит сдать работу' },
  assignment: {
    text: { label: 'Что нужно сделать', rich: true },
    due_at: { label: 'Срок сдачи', show: momentIn },
    criteria: {
      label: 'Критерии',
      of: (criteria) => criteria.map(({ name, points, description }) => [name, points, description]),
      show: (criteria) => criteria.map(criterionIn).join('\n'),
    },
  },
  visibility: { label: 'Кто видит урок', show: (value) => visibility[value] },
  publish_at: { label: 'Когда открыть', show: momentIn },
})

/** How a lesson is drafted. */
export const lessonKind = (sections: Section[]): FormKind<LessonValues> => ({
  fields: fieldsOf(sections),
  read: (values) => Kept.safeParse(values).data ?? null,
})
