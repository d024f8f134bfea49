import type { Endpoint } from '#contract/http/endpoint.ts'
import { people, rights } from '#contract/rights.ts'
import type { NeededRight, NeededRights } from '#contract/users/curator-rights.ts'

/** Which part of a curator's rights calls need whose rows decide who may make them, by the beginning of their paths. */
const partOf: Record<string, NeededRight> = {
  users: 'people',
  cohorts: 'people',
  announcements: 'people',
  applications: 'courses',
  courses: 'courses',
  sections: 'courses',
  imports: 'courses',
  lessons: 'courses',
  quizzes: 'courses',
  scorm: 'courses',
  lti: 'courses',
  questions: 'courses',
  tasks: 'courses',
  journal: 'courses',
  'saved-comments': 'courses',
  files: 'courses',
  projects: 'projects',
}

const otherParts: Record<string, NeededRight> = {
  // the announcement is to the course
  'POST /api/announcements': 'courses',
  'GET /api/users/{id}/statement': 'courses',
}

/**
 * The right, or rights, that a curator needs for the answer that `rights` has for curators; without it the one for `otherTeacher`.
 * Calls that are only for curators declare it themselves. Undefined: the call makes no difference between the two.
 */
export const rightOfCall = ({ method, path, right }: Endpoint): NeededRights | undefined => {
  const key = `${method} ${path}`
  const statuses = rights[key]
  if (!statuses || statuses[people.indexOf('curator')] === statuses[people.indexOf('otherTeacher')]) return undefined
  return right ?? otherParts[key] ?? partOf[path.split('/')[2] ?? '']
}
