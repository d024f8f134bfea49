import { formatPrice, formatStart } from '#contract/programs/program-texts.ts'
import type { CourseRecord } from '#server/courses/courses.repo.ts'

/** The start and the price of a course in one line. */
export const programNote = ({ starts_on, price, enrolling }: Pick<CourseRecord, 'starts_on' | 'price' | 'enrolling'>) =>
  [enrolling && starts_on ? `Старт ${formatStart(starts_on)}` : '', price === null ? '' : formatPrice(price)]
    .filter(Boolean)
    .join(' · ')
