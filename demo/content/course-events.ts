import type { DemoCourseEvent } from './types.ts'

/** What teachers have added to the calendars of their courses. */
export const courseEvents: DemoCourseEvent[] = [
  { by: 'vera', course: 'layout', title: 'Созвон: разбираем сетки вместе', inDays: 1, hour: 19 },
  { by: 'vera', course: 'layout', title: 'Консультация по итоговым работам', inDays: 8, hour: 18 },
  { by: 'vera', course: 'layout', title: 'Просмотр лонгридов группы', inDays: -6, hour: 19 },
]
