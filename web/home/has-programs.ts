import type { Home } from '#contract/home/home.schema.ts'

/** Whether the guests' main page lists courses that can be joined: the header links to them then. */
export const hasPrograms = (home: Home | undefined) =>
  home !== undefined && home.courses.length > 0 && home.settings.order.includes('courses')
