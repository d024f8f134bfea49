import { type PageSearch, pathTo } from '#contract/pages.ts'

/** The address of somebody's statement of marks, of one course or of all: it is among the courses. */
export const statementPath = (userId: number, courseId?: number) =>
  pathTo('courses.index', {}, { view: 'statement', user: userId, ...(courseId !== undefined && { courses: courseId }) })

/** Whose statement of marks the address asks for; null for other addresses. */
export const statementUserId = ({ view, user }: PageSearch<'courses.index'>) =>
  view === 'statement' && Number(user) > 0 ? Number(user) : null
