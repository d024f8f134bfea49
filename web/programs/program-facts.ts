import { counted } from '#contract/plural.ts'
import { formatPrice, formatStart } from '#contract/programs/program-texts.ts'
import type { ProgramCard } from '#contract/programs/programs.schema.ts'

/** How many places are left, as text; null where nobody counts them. */
export const seatsText = ({ enrolling, seats_left }: Pick<ProgramCard, 'enrolling' | 'seats_left'>) => {
  if (!enrolling || seats_left === null) return null
  return seats_left === 0 ? 'Мест нет' : `Осталось ${counted(seats_left, 'место', 'места', 'мест')}`
}

/** What people ask first: when, how long, how much. */
export const cardFacts = (program: ProgramCard) => [
  ...(program.starts_on ? [`Старт ${formatStart(program.starts_on)}`] : []),
  ...(program.duration ? [program.duration] : []),
  ...(program.price === null ? [] : [formatPrice(program.price)]),
  ...(seatsText(program) ? [seatsText(program) as string] : []),
]
