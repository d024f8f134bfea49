import { coursesApi } from '#contract/courses/courses.api.ts'
import { q } from '#web/data/endpoint-query.ts'

/** Courses one takes, teaches or runs; or what a curator can bring back. */
export const coursesQuery = (deleted = false) => q(coursesApi.list, { query: deleted ? { deleted: 'true' } : {} })

/** A course with its lessons; for its staff also as its students get it. */
export const courseQuery = (id: number, as?: 'student') => q(coursesApi.get, { params: { id }, query: { as } })
