import { z } from 'zod'
import { Admission } from '#contract/courses/courses.schema.ts'
import type { FormKind } from '#web/drafts/form-draft.ts'
import { validateWith } from '#web/forms/form-errors.ts'

const number = z.union([z.number(), z.literal('')])

const Kept = z.object({
  // drafts older than this field are of announcements that everybody saw
  announced: z.boolean().default(true),
  announcement: z.string(),
  enrolling: z.boolean(),
  starts_on: z.string(),
  seats: number,
  price: number,
  code: z.string(),
  level: z.string(),
  form: z.string(),
  duration: z.string(),
})

/** The facts of admission as they are typed: what is not said is empty. */
export type AdmissionValues = z.infer<typeof Kept>

const check = validateWith(Admission)

/** How they are drafted. */
export const admissionKind: FormKind<AdmissionValues> = {
  fields: {
    announced: { label: 'Показывать всем как программу' },
    enrolling: { label: 'Набор открыт' },
    starts_on: { label: 'Начало' },
    price: { label: 'Стоимость' },
    seats: { label: 'Мест' },
    duration: { label: 'Продолжительность' },
    form: { label: 'Форма обучения' },
    level: { label: 'Уровень' },
    code: { label: 'Код' },
    announcement: { label: 'Текст объявления', rich: true },
  },
  read: (values) => Kept.safeParse(values).data ?? null,
  check: (values) => check(admissionOf(values)),
}

/** The typed facts as the server takes them. */
export const admissionOf = ({ starts_on, seats, price, ...rest }: AdmissionValues): Admission => ({
  ...rest,
  starts_on: starts_on || null,
  seats: seats === '' ? null : seats,
  price: price === '' ? null : price,
})

/** The facts of a course as they are typed. */
export const admissionValues = (facts: Partial<Admission>): AdmissionValues => ({
  announced: facts.announced ?? false,
  announcement: facts.announcement ?? '',
  enrolling: facts.enrolling ?? false,
  starts_on: facts.starts_on ?? '',
  seats: facts.seats ?? '',
  price: facts.price ?? '',
  code: facts.code ?? '',
  level: facts.level ?? '',
  form: facts.form ?? '',
  duration: facts.duration ?? '',
})
