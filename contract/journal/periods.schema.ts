import { z } from 'zod'
import { dayText } from '#contract/dates.ts'
import { DayInput, Id, line, Moment } from '#contract/http/fields.ts'
import { maxPeriods, periodKinds } from '#contract/journal/period-kinds.ts'
import { Person } from '#contract/users/users.schema.ts'

/** A part of the school's time that has totals: a quarter, a trimester, a half-year; or a whole year. */
export const Period = z.object({
  id: Id,
  kind: z.enum(periodKinds),
  name: z.string(),
  /** Its first day. */
  from: z.iso.date(),
  /** Its last day, which it includes. */
  to: z.iso.date(),
})
export type Period = z.infer<typeof Period>

/** A period as a course has it. */
export const JournalPeriod = Period.extend({
  /** Whether a curator has closed it for this course: its totals stay, and no cell of it is changed in the journal. */
  locked: z.boolean(),
  /** The curator who closed it, and when; null while it is open. */
  locked_by: Person.nullable(),
  locked_at: Moment.nullable(),
})
export type JournalPeriod = z.infer<typeof JournalPeriod>

/** A student's total of a period, as percentages of the points whatever the scale is. */
export const JournalTotal = z.object({
  period_id: Id,
  /** What a teacher set; null while nobody has. */
  score: z.number().nullable(),
  /** What the rule gives now; null when nothing counts yet. See `proposeTotals`. */
  proposed: z.number().nullable(),
  /** What the rule gave when the score was set; null without one. */
  basis: z.number().nullable(),
})
export type JournalTotal = z.infer<typeof JournalTotal>

const PeriodInput = z.object({
  /** The id of an existing period; without it a new one is made. */
  id: Id.optional(),
  kind: z.enum(periodKinds),
  name: line(60),
  from: DayInput,
  to: DayInput,
})
export type PeriodInput = z.output<typeof PeriodInput>

type Days = Pick<PeriodInput, 'from' | 'to'>

const meet = (a: Days, b: Days) => a.from <= b.to && b.from <= a.to
const isWithin = (inner: Days, outer: Days) => outer.from <= inner.from && inner.to <= outer.to

/** The fault of a period beside those before it, and the years; null when it has none. */
const faultOf = (period: PeriodInput, earlier: PeriodInput[], years: PeriodInput[]): [string, string] | null => {
  if (period.to < period.from) return ['to', 'Конец раньше начала']
  const other = earlier.find((other) => other.kind === period.kind && meet(other, period))
  if (other) return ['from', `Пересекается с периодом «${other.name}» (${dayText(other.from)} – ${dayText(other.to)})`]
  const year = years.find((year) => meet(year, period))
  if (period.kind === 'term' && year && !isWithin(period, year)) return ['from', `Выходит за «${year.name}»`]
  return null
}

/** All periods of the school. Those of one kind do not overlap, and a term that touches a year is within it. */
export const PeriodsInput = z.object({
  periods: z
    .array(PeriodInput)
    .max(maxPeriods, `Не больше ${maxPeriods} периодов`)
    .superRefine((periods, context) => {
      const years = periods.filter(({ kind }) => kind === 'year')
      const ids = new Set<number>()
      for (const [index, period] of periods.entries()) {
        const [field, message] = faultOf(period, periods.slice(0, index), years) ?? []
        if (field) context.addIssue({ code: 'custom', path: [index, field], message: message as string })
        if (period.id !== undefined && ids.has(period.id))
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'Период указан дважды' })
        if (period.id !== undefined) ids.add(period.id)
      }
    }),
  /** The periods that the change is based on: 409 when they are others by now. */
  expected: z.array(Period).optional(),
})
export type PeriodsInput = z.output<typeof PeriodsInput>

/** How many totals one call changes at most: those of all students of a large course. */
const maxTotals = 1000

const Percent = z.number('Введите число').min(0, 'Не меньше нуля').max(100, 'Не больше 100').nullable()

export const TotalChanges = z.object({
  totals: z
    .array(
      z.object({
        period_id: Id,
        student_id: Id,
        /** Null takes the own value back: what the rule proposes is shown again. */
        score: Percent,
        /** The score that the change is based on, null for none: 409 when it is another one by now. */
        expected: z.number().nullable().optional(),
      }),
    )
    .min(1)
    .max(maxTotals, `Не больше ${maxTotals} итогов за один раз`),
})
export type TotalChange = z.output<typeof TotalChanges>['totals'][number]

/** A total with its student, outside of a row. */
export const StudentTotal = JournalTotal.extend({ student_id: Id })
export type StudentTotal = z.infer<typeof StudentTotal>
