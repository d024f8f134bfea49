import { scormApi } from '#contract/scorm/scorm.api.ts'
import { q } from '#web/data/endpoint-query.ts'

/** The SCORM packages of a lesson with the reader's own states. */
export const packagesQuery = (lessonId: number) => q(scormApi.list, { params: { id: lessonId } })

/** Everybody's results in a package; for staff. */
export const resultsQuery = (packageId: number) => q(scormApi.results, { params: { id: packageId } })
