import type { Limit } from '#contract/auth/auth.limits.ts'
import { minuteMs } from '#contract/durations.ts'

/**
 * Limits on what one caller reads, counted by each process (OWASP ASVS 5.0, V2.4.1). There is none for what people read
 * on their screens, nor for a network: a class shares one, and may open a lesson at the same moment.
 */
export const readingLimits = {
  /** Files with data of people: tables, archives, statements; of one person. */
  exportsPerPerson: { count: 300, window: 10 * minuteMs },
  callsPerKey: { count: 6000, window: minuteMs },
  callsPerTool: { count: 6000, window: minuteMs },
} satisfies Record<string, Limit>

/** How many costly calls of one person are worked on at a time, in each process; further ones wait for their turn. */
export const maxCostlyAtOnce = 4

/** Calls that read through the whole school, or much of it; every export is one, too. */
export const costlyCalls: readonly string[] = [
  'GET /api/search',
  'GET /api/users',
  'GET /api/users/students',
  'GET /api/users/{id}/studies',
  'GET /api/courses/{id}/archive',
  'GET /api/courses/{id}/journal',
  'GET /api/cohorts/{id}/progress',
  'GET /api/progress',
  'GET /api/new-years',
  'GET /api/projects',
  'GET /api/settings/state',
  'GET /api/audit',
  'GET /api/audit/check',
  'GET /api/security',
]
